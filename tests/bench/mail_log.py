"""A Postfix log as a server with some fifty thousand users writes it in a week, made up: example
domains, one line in seven about a delivery, some deferrals, failures and refusals among them. The
same seed gives the same log."""

import random
import time

HOSTS = (
    ("gmail.example", "gmail-smtp-in.l.google.com", "2a00:1450:400c:c0b::1b"),
    ("outlook.example", "outlook-example.mail.protection.outlook.com", "192.0.2.36"),
    ("yahoo.example", "mta6.am0.yahoodns.net", "192.0.2.110"),
    ("gmx.example", "mx00.gmx.net", "192.0.2.9"),
    ("shop.example", "mx1.shop.example", "198.51.100.7"),
    ("school.example", "mail.school.example", "198.51.100.25"),
    ("firm.example", "mx.firm.example", "203.0.113.80"),
    ("city.example", "relay.city.example", "203.0.113.14"),
)
REFUSED = (
    "550-5.1.1 The email account that you tried to reach does not exist. Please try 550-5.1.1 "
    "double-checking the recipient's email address for typos or 550-5.1.1 unnecessary spaces. For "
    "more information, go to 550 5.1.1  https://support.google.com/mail/?p=NoSuchUser {token} - "
    "gsmtp (in reply to RCPT TO command)",
    "550 5.1.1 <{to}>: Recipient address rejected: User unknown in virtual mailbox table (in reply "
    "to RCPT TO command)",
    "552 5.2.2 <{to}>: Mailbox over quota (in reply to RCPT TO command)",
    "550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. Please contact your Internet "
    "service provider since part of their network is on our block list (S3150). [{token}] (in "
    "reply to MAIL FROM command)",
    "554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org (in "
    "reply to RCPT TO command)",
)
LATER = (
    "450 4.2.0 <{to}>: Recipient address rejected: Greylisted, see "
    "http://postgrey.example/help/{domain}.html (in reply to RCPT TO command)",
    "421 4.7.28 Our system has detected an unusual rate of unsolicited mail. {token} - gsmtp (in "
    "reply to end of DATA command)",
    "452 4.2.2 <{to}>: Mailbox full (in reply to RCPT TO command)",
    "451 4.7.500 Server busy. Please try again later from [192.0.2.1]. (S77714) [{token}] (in "
    "reply to RCPT TO command)",
)
WORDS = "anna bert carla dora emil frida gustav hanna ivan jutta karl lena moritz nora otto paula".split()
ID_DIGITS = "0123456789BCDFGHJKLMNPQRSTVWXYZbcdfghjklmnpqrstvwxyz"
START = 1764028800  # a Tuesday, UTC


class MailLog:
    def __init__(self, seed=1):
        self._random = random.Random(seed)
        self._time = float(START)
        self._minute = (None, "")
        self._later = []  # (time, lines) of deliveries that were deferred

    def _stamp(self):
        second = int(self._time)
        if self._minute[0] != second:
            self._minute = (second, time.strftime("%b %d %H:%M:%S", time.gmtime(second)))
        return self._minute[1]

    def _line(self, program, words):
        pid = 1000 + self._random.getrandbits(15)
        return f"{self._stamp()} mx postfix/{program}[{pid}]: {words}\n"

    def _token(self, length):
        return "".join(self._random.choices("0123456789abcdef", k=length))

    def _attempt(self, queue_id, to, delay, reply, status, code):
        domain = to.partition("@")[2]
        _, host, address = next(row for row in HOSTS if row[0] == domain)
        reply = reply.format(to=to, domain=domain, token=self._token(24))
        return self._line("smtp", f"{queue_id}: to=<{to}>, relay={host}[{address}]:25, delay={delay}, "
                          f"delays=0.1/0/0.4/0.6, dsn={code}, status={status} ({reply})")

    def _message(self):
        draw = self._random
        self._time += draw.expovariate(0.4)
        queue_id = "4" + "".join(draw.choices(ID_DIGITS, k=12))
        client = f"client{draw.getrandbits(10)}.example[198.51.100.{draw.getrandbits(8)}]"
        sender = f"{draw.choice(WORDS)}.{draw.getrandbits(14)}@home.example"
        to = f"{draw.choice(WORDS)}.{draw.getrandbits(12)}@{draw.choice(HOSTS)[0]}"
        yield self._line("smtpd", f"connect from {client}")
        if draw.random() < 0.12:
            yield self._line("smtpd", f"NOQUEUE: reject: RCPT from {client}: 554 5.7.1 Service unavailable; Client host "
                             f"[198.51.100.9] blocked using zen.spamhaus.org; from=<{sender}> to=<{to}> proto=ESMTP "
                             "helo=<mail.example>")
            yield self._line("smtpd", f"disconnect from {client} ehlo=1 mail=1 rcpt=0/1 data=0/1 quit=1 commands=3/5")
            return
        yield self._line("smtpd", f"{queue_id}: client={client}, sasl_method=PLAIN, sasl_username={sender}")
        yield self._line("cleanup", f"{queue_id}: message-id=<{self._token(32)}@home.example>")
        size = draw.randint(900, 200000)
        active = f"{queue_id}: from=<{sender}>, size={size}, nrcpt=1 (queue active)"
        yield self._line("qmgr", active)
        yield self._line("smtpd", f"disconnect from {client} ehlo=2 starttls=1 auth=1 mail=1 rcpt=1 data=1 quit=1 commands=8")
        host = next(row for row in HOSTS if row[0] == to.partition("@")[2])
        yield self._line("smtp", f"Untrusted TLS connection established to {host[1]}[{host[2]}]:25: TLSv1.3 with cipher "
                         "TLS_AES_256_GCM_SHA384 (256/256 bits)")
        fate = draw.random()
        sent = "250 2.0.0 OK  1764028800 {token}.84 - gsmtp"
        said = f"host {host[1]}[{host[2]}] said: "
        if fate < 0.05:
            yield self._attempt(queue_id, to, 1.2, said + draw.choice(LATER), "deferred", "4.7.1")
            if fate < 0.045:
                again = [self._line("qmgr", active), self._attempt(queue_id, to, 912, sent, "sent", "2.0.0"),
                         self._line("qmgr", f"{queue_id}: removed")]
                self._later.append((self._time + 900, again))
            return
        if fate < 0.08:
            yield self._attempt(queue_id, to, 1.1, said + draw.choice(REFUSED), "bounced", "5.1.1")
            yield self._line("bounce", f"{queue_id}: sender non-delivery notification: 4{self._token(12).upper()}")
        else:
            yield self._attempt(queue_id, to, 1.1, sent, "sent", "2.0.0")
        yield self._line("qmgr", f"{queue_id}: removed")

    def lines(self):
        """Without end."""
        while True:
            yield from self._message()
            while self._later and self._later[0][0] <= self._time:
                for line in self._later.pop(0)[1]:  # their time is that of the first attempt: close enough
                    yield self._stamp() + line[15:]

    def write(self, path, size):
        """A file of at least that many bytes."""
        written = 0
        with open(path, "w", encoding="ascii") as file:
            for line in self.lines():
                written += file.write(line)
                if written >= size:
                    return

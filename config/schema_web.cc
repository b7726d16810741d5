#include "config/schema_web.h"

#include "config/setting_forms.h"

namespace plainbounce {

using namespace setting_forms;
using S = Settings;

SectionSpec web_section() {
  return {
      "web",
      "",
      "The pages about codes and the box for pasted bounces, served by \"plainbounce serve\" "
      "(docs/web.md). The mail daemon has nothing to do with them.",
      {key("listen", "inet:8825@127.0.0.1",
           scalar("a unix socket (unix:/path) or a TCP port (inet:PORT@ADDRESS)",
                  parse_socket_address, in(&S::web, &WebSettings::listen)),
           "Where the pages are served, in the spellings of the milter's socket. It is plain HTTP, "
           "made to stand behind a web server that speaks HTTPS."),
       key("socket_mode", "0660",
           scalar("a file mode in octal digits", parse_file_mode,
                  in(&S::web, &WebSettings::socket_mode)),
           "File mode of a unix socket. The web server in front needs to write it."),
       key("allow_remote", "no", yes_or_no(in(&S::web, &WebSettings::allow_remote)),
           "Whether the port may be reachable from other machines, without a web server in front."),
       key("base", "",
           scalar_or_empty("a path such as /bounces", parse_web_path,
                           in(&S::web, &WebSettings::base)),
           "Where the pages begin, when the web server in front has them below a path. It may take "
           "the path off its requests or leave it."),
       key("client_header", "",
           scalar_or_empty("the name of a header field", parse_word,
                           in(&S::web, &WebSettings::client_header)),
           "The field by which the web server in front names its client, such as X-Forwarded-For; "
           "of several addresses in it the last counts. Clients are told apart to limit how much "
           "each may ask. Empty: the peer's own address counts, and behind a unix socket all are "
           "one client."),
       key("trusted_peers", "127.0.0.0/8, ::1",
           list("networks such as 10.0.0.0/8, divided by commas", parse_network, 0, 1000,
                in(&S::web, &WebSettings::trusted_peers)),
           "From whom client_header is believed. Peers on a unix socket always are."),
       key("decode_rate", "30", number_between(1, 100000, in(&S::web, &WebSettings::decode_rate)),
           "How many pasted messages of one client are explained a minute."),
       key("decode_burst", "10", number_between(1, 100000, in(&S::web, &WebSettings::decode_burst)),
           "How many of them may come at once."),
       key("max_connections", "512",
           number_between(1, 100000, in(&S::web, &WebSettings::max_connections)),
           "How many connections are open at the same time. Beyond it the one that has been idle "
           "longest is closed.")}};
}

}  // namespace plainbounce

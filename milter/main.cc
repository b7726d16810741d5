#include "milter/daemon.h"

int main(int count, char** arguments) { plainbounce::daemon_main(count, arguments, nullptr); }

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/postfix/master_service.h"
#include "cli/postfix/setup_plan.h"

namespace plainbounce {

// What set-ups have written into an instance's main.cf and master.cf.
struct SetupRecord {
  struct Parameter {
    std::string name;
    std::string value;  // single spaced
  };
  struct Service {
    std::string name;
    std::string text;  // its logical line, single spaced
  };
  struct Option {
    std::string service;
    ServiceOption option;
  };
  std::vector<Parameter> parameters;
  std::vector<Service> services;
  std::vector<Option> options;

  [[nodiscard]] bool empty() const {
    return parameters.empty() && services.empty() && options.empty();
  }
};

// Adds what a plan writes to a record; what has the same name is taken over by the new one.
void add_to_record(SetupRecord& record, const SetupPlan& plan);

// As "postconf" would print it: "name = value", "service/unix = line", "service/unix/name = value".
std::string record_text(const SetupRecord& record);
// Reads that; lines of another form are left out.
SetupRecord parse_record(std::string_view text);

// What a set-up has written as far as the files themselves show it: by its comments, and without
// them by what points at plainbounce. For where the record is lost.
SetupRecord recognise_setup(std::string_view main_text, std::string_view master_text);

}  // namespace plainbounce

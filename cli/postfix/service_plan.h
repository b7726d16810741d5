#pragma once

#include "cli/postfix/setup_plan.h"

namespace plainbounce {

// The services that make bounces, and the one that takes them today.
struct BounceServices {
  const MasterService* bounce = nullptr;
  std::vector<const MasterService*> makers;  // bounce, defer, trace, as far as they are there
  const MasterService* cleanup = nullptr;
};

// Looks for them. What is missing, or wired otherwise already, goes to plan.refusals; then the
// pointers may be null.
BounceServices find_bounce_services(const PostfixConfiguration& postfix, SetupPlan& plan);

// Adds the cleanup service, and the options that lead bounces to it.
void plan_services(const SetupBasis& basis, const BounceServices& found, SetupPlan& plan);

// The {daemon_name} that marks Postfix's own reports: the first of own_service that is Postfix's.
std::string own_service_name(const Settings& settings);

// Whether a service is a cleanup service for plainbounce: shows bounces to dsn_milters, under a
// name that the daemon knows.
bool is_dsn_service(const MasterService& service);

}  // namespace plainbounce

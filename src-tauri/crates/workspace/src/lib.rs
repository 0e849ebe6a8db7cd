//! The folder a team keeps its scenarios in: baton.yaml, targets, secrets, approvals.

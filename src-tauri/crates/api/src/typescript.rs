//! The wire's types as TypeScript, so that the UI cannot disagree with the engine.

use ts_rs::{Config, TS};

use crate::command::COMMANDS;
use crate::dto::{ApprovalState, Engine, RunKind, RunRow, RunsQuery, ScenarioRow, TargetRow, Version, WorkspaceView};
use crate::error::{ApiError, Code};

/// One TypeScript module with every type of the wire and a map from command names to what they take and give.
pub fn module() -> String {
    // Plain numbers: JSON gives numbers, and every value here stays below 2^53.
    let config = Config::new().with_large_int("number");
    let mut text = String::from("// Written by `cargo xtask codegen` from the crate baton-api. Do not edit.\n");
    for declaration in declarations(&config) {
        text.push_str(&format!("\nexport {declaration}\n"));
    }
    text.push_str(&command_map());
    text
}

fn declarations(config: &Config) -> Vec<String> {
    vec![
        Code::decl(config),
        ApiError::decl(config),
        Version::decl(config),
        Engine::decl(config),
        TargetRow::decl(config),
        ApprovalState::decl(config),
        ScenarioRow::decl(config),
        WorkspaceView::decl(config),
        RunKind::decl(config),
        RunsQuery::decl(config),
        RunRow::decl(config),
    ]
}

fn command_map() -> String {
    let mut text = format!("\nexport const API_VERSION = {};\n\nexport interface Commands {{\n", crate::API_VERSION);
    for command in COMMANDS {
        text.push_str(&format!("  /** {} */\n", command.about));
        text.push_str(&format!("  {}: {{ takes: {}; gives: {} }};\n", command.name, command.takes, command.gives));
    }
    text.push_str("}\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_a_command_names_is_declared() {
        let module = module();
        for command in COMMANDS {
            for name in [command.takes, command.gives] {
                let name = name.trim_end_matches(" | null").trim_start_matches("Array<").trim_end_matches('>');
                let declared = name == "null" || module.contains(&format!("export type {name} = "));
                assert!(declared, "{} speaks of {name}, which the module does not declare:\n{module}", command.name);
            }
        }
        assert!(!module.contains("bigint"), "JSON has no bigint: a large number was not mapped to number");
    }
}

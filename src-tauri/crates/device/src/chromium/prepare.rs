//! What every new page and cross-origin frame is given before its first line of script runs.

use chromiumoxide_cdp::cdp::browser_protocol::emulation::{
    SetDeviceMetricsOverrideParams, SetFocusEmulationEnabledParams, SetLocaleOverrideParams,
};
use chromiumoxide_cdp::cdp::browser_protocol::fetch::{EnableParams as FetchEnable, RequestPattern, RequestStage};
use chromiumoxide_cdp::cdp::browser_protocol::network::{EnableParams as NetworkEnable, ResourceType};
use chromiumoxide_cdp::cdp::browser_protocol::page::{
    AddScriptToEvaluateOnNewDocumentParams, EnableParams as PageEnable, GetFrameTreeParams,
    SetInterceptFileChooserDialogParams, SetLifecycleEventsEnabledParams,
};
use chromiumoxide_cdp::cdp::browser_protocol::target::SetAutoAttachParams;
use chromiumoxide_cdp::cdp::browser_protocol::{inspector, log};
use chromiumoxide_cdp::cdp::js_protocol::runtime::{
    AddBindingParams, EnableParams as RuntimeEnable, RunIfWaitingForDebuggerParams,
};

use super::connection::{Pending, Session};
use super::core::{Core, Setting};

/// Puts everything in line at once and lets the target run. Nothing is awaited: order on the wire is enough.
/// The answer is the session's tree of frames, for those that were there before us.
pub(super) fn prepare(core: &Core, session: &Session, is_page: bool) -> Pending {
    let setting = core.setting();
    core.tell(Some(session), &PageEnable::default());
    let tree = core.connection.begin(Some(session), &GetFrameTreeParams::default());
    core.tell(Some(session), &SetLifecycleEventsEnabledParams::new(true));
    core.tell(Some(session), &inspector::EnableParams::default());
    core.tell(Some(session), &RuntimeEnable::default());
    core.tell(Some(session), &log::EnableParams::default());
    core.tell(Some(session), &NetworkEnable::default());
    core.tell(Some(session), &intercept());
    let mut binding = AddBindingParams::new(baton_perception::CHANGED_BINDING);
    binding.execution_context_name = Some(baton_perception::WORLD.to_owned());
    core.tell(Some(session), &binding);
    let mut script = AddScriptToEvaluateOnNewDocumentParams::new(baton_perception::SCRIPT);
    script.world_name = Some(baton_perception::WORLD.to_owned());
    script.run_immediately = Some(true);
    core.tell(Some(session), &script);
    core.tell(Some(session), &attach_within(true));
    core.tell(Some(session), &SetFocusEmulationEnabledParams::new(true));
    if is_page {
        dress(core, session, &setting);
    }
    core.tell(Some(session), &RunIfWaitingForDebuggerParams::default());
    tree
}

/// Viewport, locale, and no file chooser of the system's.
fn dress(core: &Core, session: &Session, setting: &Setting) {
    core.tell(Some(session), &viewport(setting));
    core.tell(Some(session), &SetInterceptFileChooserDialogParams::new(true));
    if let Some(locale) = &setting.locale {
        let icu = locale.replace('-', "_");
        core.tell(Some(session), &SetLocaleOverrideParams { locale: Some(icu) });
    }
}

/// The viewport as it is set on a page. A scale of 0 keeps the one the browser was started with.
pub(super) fn viewport(setting: &Setting) -> SetDeviceMetricsOverrideParams {
    let (width, height) = setting.viewport;
    SetDeviceMetricsOverrideParams::new(i64::from(width), i64::from(height), 0.0, false)
}

/// Every new target stops before its first script, so that nothing of it is missed.
pub(super) fn attach_within(paused: bool) -> SetAutoAttachParams {
    let mut params = SetAutoAttachParams::new(true, paused);
    params.flatten = Some(true);
    params
}

/// Documents are looked at before their request leaves; all else passes untouched.
fn intercept() -> FetchEnable {
    let mut pattern = RequestPattern::default();
    pattern.url_pattern = Some("*".to_owned());
    pattern.resource_type = Some(ResourceType::Document);
    pattern.request_stage = Some(RequestStage::Request);
    let mut enable = FetchEnable::default();
    enable.patterns = Some(vec![pattern]);
    enable.handle_auth_requests = Some(true);
    enable
}

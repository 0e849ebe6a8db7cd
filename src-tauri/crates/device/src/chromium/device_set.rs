//! Controls of the device itself: place, permissions, clipboard, language, how it is held.

use chromiumoxide_cdp::cdp::browser_protocol::browser::{PermissionDescriptor, PermissionSetting, SetPermissionParams};
use chromiumoxide_cdp::cdp::browser_protocol::emulation::{SetGeolocationOverrideParams, SetLocaleOverrideParams};
use chromiumoxide_cdp::cdp::browser_protocol::network::SetExtraHttpHeadersParams;
use chromiumoxide_cdp::cdp::js_protocol::runtime::EvaluateParams;
use serde::de::IgnoredAny;

use crate::action::DeviceSetting;
use crate::error::DeviceError;

use super::core::{Core, Heed, read};
use super::{observe, prepare};

/// Sets one of them.
pub(super) async fn set(core: &Core, what: &DeviceSetting) -> Result<(), DeviceError> {
    match what {
        DeviceSetting::Location { latitude, longitude } => location(core, *latitude, *longitude).await,
        DeviceSetting::Permission { name, granted } => permission(core, name, *granted).await,
        DeviceSetting::Clipboard { text } => clipboard(core, text).await,
        DeviceSetting::Locale { tag } => locale(core, tag).await,
        DeviceSetting::Rotation { landscape } => rotate(core, *landscape).await,
        DeviceSetting::StatusBar { .. } => Err(DeviceError::Unsupported { what: "status_bar".to_owned() }),
        DeviceSetting::Push { .. } => Err(DeviceError::Unsupported { what: "push".to_owned() }),
    }
}

async fn location(core: &Core, latitude: f64, longitude: f64) -> Result<(), DeviceError> {
    let mut place = SetGeolocationOverrideParams::default();
    place.latitude = Some(latitude);
    place.longitude = Some(longitude);
    place.accuracy = Some(1.0);
    let _: IgnoredAny = core.call(&core.page()?, &place).await?;
    permission(core, "geolocation", true).await
}

async fn permission(core: &Core, name: &str, granted: bool) -> Result<(), DeviceError> {
    let setting = if granted { PermissionSetting::Granted } else { PermissionSetting::Denied };
    let _: IgnoredAny = core.ask_browser(&SetPermissionParams::new(PermissionDescriptor::new(name), setting)).await?;
    Ok(())
}

/// Copies by the page's own copy command, which needs no permission and works where the clipboard API is not offered.
async fn clipboard(core: &Core, text: &str) -> Result<(), DeviceError> {
    let top = observe::top(core).await?;
    let quoted = serde_json::to_string(text).map_err(|cause| DeviceError::Refused(cause.to_string()))?;
    let script = format!(
        "(() => {{
            const give = event => {{
                event.clipboardData.setData('text/plain', {quoted});
                event.preventDefault();
                event.stopImmediatePropagation();
            }};
            addEventListener('copy', give, {{ capture: true, once: true }});
            const copied = document.execCommand('copy');
            removeEventListener('copy', give, {{ capture: true }});
            return copied;
        }})()"
    );
    let mut evaluate = EvaluateParams::new(script);
    evaluate.unique_context_id = top.world.as_ref().map(|world| world.unique.to_string());
    evaluate.return_by_value = Some(true);
    evaluate.user_gesture = Some(true);
    let raw = core.call_raw(Some(&top.session), &evaluate, core.limit, Heed::All).await?;
    let answer: serde_json::Value = read("Runtime.evaluate", &raw)?;
    match answer["result"]["value"].as_bool() {
        Some(true) => Ok(()),
        _ => Err(DeviceError::Refused("the page did not let text be copied".to_owned())),
    }
}

async fn locale(core: &Core, tag: &str) -> Result<(), DeviceError> {
    let session = core.page()?;
    let icu = SetLocaleOverrideParams { locale: Some(tag.replace('-', "_")) };
    let _: IgnoredAny = core.call(&session, &icu).await?;
    let headers = serde_json::json!({ "Accept-Language": tag });
    let headers =
        SetExtraHttpHeadersParams::new(chromiumoxide_cdp::cdp::browser_protocol::network::Headers::new(headers));
    let _: IgnoredAny = core.call(&session, &headers).await?;
    if let Ok(mut setting) = core.setting.lock() {
        setting.locale = Some(tag.to_owned());
    }
    Ok(())
}

async fn rotate(core: &Core, landscape: bool) -> Result<(), DeviceError> {
    let mut setting = core.setting();
    let (a, b) = setting.viewport;
    setting.viewport = if landscape { (a.max(b), a.min(b)) } else { (a.min(b), a.max(b)) };
    let _: IgnoredAny = core.call(&core.page()?, &prepare::viewport(&setting)).await?;
    if let Ok(mut shared) = core.setting.lock() {
        shared.viewport = setting.viewport;
    }
    Ok(())
}

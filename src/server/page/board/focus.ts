/**
 * Gives the keyboard back to the button that was pressed, or to another if it is gone or inactive: a
 * browser takes the focus from a button that becomes inactive. Does nothing if the focus is elsewhere.
 */
export function refocus(pressed: HTMLButtonElement | null, otherwise: HTMLButtonElement | undefined): void {
  if (!pressed || (document.activeElement && document.activeElement !== document.body && document.activeElement !== pressed)) return;
  (pressed.isConnected && !pressed.disabled ? pressed : otherwise)?.focus();
}

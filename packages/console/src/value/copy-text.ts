/**
 * Copies a text; returns whether the browser did. Pages have the clipboard on https and on this machine only, and a person
 * may deny it: then the text is copied as by hand, from a field beside the button, because a dialog keeps the focus inside.
 */
export async function copyText(text: string, button: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyAsByHand(text, button);
  }
}

function copyAsByHand(text: string, button: HTMLElement): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  button.after(field);
  field.select();
  const isCopied = document.execCommand('copy');
  button.focus({ preventScroll: true });
  field.remove();
  return isCopied;
}

const most = 2_000;

// Escape sequences (colours, cursor moves, titles) and other control characters but the tab.
// eslint-disable-next-line no-control-regex
const controls = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])|[\u0000-\u0008\u000b-\u001f\u007f]/g;

/** A log line as plain text, cut where it is too long to be read: the engine keeps the rest. */
export function plainLine(text: string): string {
  const cut = text.length > most ? text.slice(0, most) : text;
  const plain = cut.replace(controls, '');
  return text.length > most ? `${plain} … ${text.length - most} characters more` : plain;
}

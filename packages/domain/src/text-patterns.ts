/** Text patterns shared by form fields and table cells (spec §5). */

/** D-04 */
export const MOBILE = /^1[3-9]\d{9}$/
/**
 * Local part, `@`, host with a dot. Full validity cannot be checked here; the pattern runs in linear time and excludes
 * blanks, a second `@` and consecutive dots.
 */
export const EMAIL =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:(?!-)[A-Za-z\d-]+(?<!-)\.)+[A-Za-z]{2,}$/
/** `http://` or `https://`, a host with a dot, then any non-blank characters. */
export const WEB_ADDRESS = /^https?:\/\/[^\s/?#.]+(?:\.[^\s/?#.]+)+(?:[/?#]\S*)?$/i

/** D-05: from 1 on no leading zero and up to 5 decimals; below 1 `0`, or `0.` with up to 2 decimals. No sign. */
export function isMoney(text: string): boolean {
  return /^(?:[1-9]\d*(?:\.\d{1,5})?|0(?:\.\d{1,2})?)$/.test(text)
}

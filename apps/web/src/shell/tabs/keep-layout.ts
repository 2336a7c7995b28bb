/**
 * Makes the panel of a tab rest with its layout kept. React takes a hidden Activity out of sight by
 * `style.setProperty('display', 'none', 'important')`, which throws style and layout of the page away: the browser computes
 * both again when its tab is gone back to, for a list of 20 rows most of the time of a switch. Here React's two words
 * come to mean `content-visibility: hidden`, which keeps them, and hides the page from the keyboard, the search of the
 * browser and screen readers just as well (ADR 0024).
 *
 * A ref of the outermost element inside the Activity, which carries no style of its own.
 */
export function keepLayout(panel: HTMLElement | null): void {
  if (panel === null || Object.hasOwn(panel, 'style')) return
  const rest = (isHidden: boolean) => void panel.toggleAttribute('data-resting', isHidden)
  const style = {
    setProperty: () => rest(true),
    set display(_shown: string) {
      rest(false)
    },
  }
  Object.defineProperty(panel, 'style', { value: style })
}

/**
 * Keeps the layout of a hidden tab panel. React hides an Activity with `style.setProperty('display', 'none',
 * 'important')`, which discards style and layout of the page: the browser recomputes both when the tab is shown again,
 * which for a list of 20 rows is most of the switch time. This maps React's two calls to `content-visibility: hidden`,
 * which keeps them and hides the page equally well from keyboard, find-in-page and screen readers (ADR 0024).
 *
 * A ref for the outermost element inside the Activity, which must have no style of its own.
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

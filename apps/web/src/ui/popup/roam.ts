const STOPS = 'a[href]:not([aria-disabled=true]), button:not(:disabled)'

/** Number of stops a key moves by. */
const STEPS: Readonly<Record<'vertical' | 'horizontal', Readonly<Record<string, number>>>> = {
  vertical: { ArrowDown: 1, ArrowUp: -1 },
  horizontal: { ArrowRight: 1, ArrowLeft: -1 },
}

/** Links and buttons inside, in reading order. */
export const stopsIn = (box: Element): HTMLElement[] => [...box.querySelectorAll<HTMLElement>(STOPS)]

/**
 * Moves the focus among the stops of a box by the arrow keys of one axis, Home and End; wraps around.
 *
 * @returns whether the key was handled
 */
export function roam(box: Element, key: string, axis: keyof typeof STEPS): boolean {
  const stops = stopsIn(box)
  const step = STEPS[axis][key]
  const now = stops.indexOf(document.activeElement as HTMLElement)
  if (key === 'Home') stops[0]?.focus()
  else if (key === 'End') stops.at(-1)?.focus()
  else if (step === undefined) return false
  // From outside, up goes to the last and down to the first.
  else stops.at(now < 0 ? Math.min(step, 0) : (now + step) % stops.length)?.focus()
  return true
}

import { type ComponentType, lazy, useState } from 'react'

const loads: (() => Promise<unknown>)[] = []

/**
 * A part of the frame that is seen only when asked for, such as a drawer: it does not keep the first page waiting.
 * Draw it inside a Suspense.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  loads.push(load)
  return lazy(async () => ({ default: await load() }))
}

/** Loads all of them now that nobody waits, so that the first click on one meets it. */
export function preloadParts(): void {
  for (const load of loads) load().catch(() => undefined)
}

/** True from the first time on: a part stays once it was drawn, so that it closes as softly as it opened. */
export function useOnceWanted(isWanted: boolean): boolean {
  const [wasWanted, setWasWanted] = useState(isWanted)
  if (isWanted && !wasWanted) setWasWanted(true)
  return wasWanted
}

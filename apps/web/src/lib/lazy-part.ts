import { type ComponentType, useState } from 'react'
import { lazyComponent } from './lazy-component.ts'

const preloads: (() => Promise<void>)[] = []

/** Loads the parts known so far. */
export const partPreloads: readonly (() => Promise<void>)[] = preloads

/**
 * A part that is seen only when asked for, such as a dialog: it does not keep the first page waiting.
 *
 * @param Waiting stands in until the code is there
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>, Waiting?: ComponentType<P>) {
  const part = lazyComponent(load, Waiting)
  preloads.push(part.preload)
  return part
}

/** True from the first time on: a part stays once it was drawn, so that it closes as softly as it opened. */
export function useOnceWanted(isWanted: boolean): boolean {
  const [wasWanted, setWasWanted] = useState(isWanted)
  if (isWanted && !wasWanted) setWasWanted(true)
  return wasWanted
}

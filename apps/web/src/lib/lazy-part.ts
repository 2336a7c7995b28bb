import { type ComponentType, useState } from 'react'
import { lazyComponent } from './lazy-component.ts'

const preloads: (() => Promise<void>)[] = []

/** Preload functions of the parts registered so far. */
export const partPreloads: readonly (() => Promise<void>)[] = preloads

/**
 * A part shown only on demand, such as a dialog, so that it does not delay the first page.
 *
 * @param Waiting placeholder until the code is loaded
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>, Waiting?: ComponentType<P>) {
  const part = lazyComponent(load, Waiting)
  preloads.push(part.preload)
  return part
}

/** Stays true once wanted: the part stays mounted, so that its closing is animated too. */
export function useOnceWanted(isWanted: boolean): boolean {
  const [wasWanted, setWasWanted] = useState(isWanted)
  if (isWanted && !wasWanted) setWasWanted(true)
  return wasWanted
}

import { type ComponentType, createElement, useEffect, useState } from 'react'

export type LazyComponent<P extends object> = ComponentType<P> & {
  /** Loads the code now; from then on the part is drawn at once. */
  readonly preload: () => Promise<void>
}

/**
 * A part whose code comes when it is first drawn, and after a failure when it is next mounted. `React.lazy` suspends for
 * code that is there already, too, and shows what it suspended 300 ms after its fallback at the earliest; this is drawn
 * the moment its code is there (ADR 0024).
 *
 * @param Waiting stands in meanwhile, with the same props
 * @throws what `load` rejects with, while drawing, for the boundary around it
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Waiting?: ComponentType<P>,
): LazyComponent<P> {
  let Loaded: ComponentType<P> | undefined
  let loading: Promise<void> | undefined
  const start = async () => {
    try {
      Loaded = await load()
    } catch (error) {
      loading = undefined
      throw error
    }
  }
  const preload = () => (loading ??= start())
  function Lazy(props: P) {
    const [isHere, setIsHere] = useState(Loaded !== undefined)
    const [failure, setFailure] = useState<{ readonly error: unknown }>()
    useEffect(() => {
      if (isHere) return
      preload().then(
        () => setIsHere(true),
        (error: unknown) => setFailure({ error }),
      )
    }, [isHere])
    if (failure) throw failure.error
    const Part = isHere ? Loaded : Waiting
    return Part ? createElement(Part, props) : null
  }
  return Object.assign(Lazy, { preload })
}

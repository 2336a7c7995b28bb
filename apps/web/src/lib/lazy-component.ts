import { type ComponentType, createElement, useEffect, useState } from 'react'

export type LazyComponent<P extends object> = ComponentType<P> & {
  /** Loads the code now, so that later renders are immediate. */
  readonly preload: () => Promise<void>
}

/**
 * A component whose code is loaded on first render and, after a failure, on the next mount. `React.lazy` suspends even
 * when the code is loaded, and shows suspended content at least 300 ms after its fallback; this renders as soon as the
 * code is loaded (ADR 0024).
 *
 * @param Waiting placeholder until then, with the same props
 * @throws the rejection of `load`, while rendering, for the enclosing boundary
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

import { type ComponentType, lazy, Suspense } from 'react'
import { loadChunk } from '@/lib/lazy-page.ts'
import { EditorSkeleton } from './editor-skeleton.tsx'

interface Sized {
  readonly heightPx?: number | undefined
}

/** An editor whose code comes when it is first drawn; its outline holds the place meanwhile. */
export function lazyEditor<P extends object>(
  load: () => Promise<ComponentType<P>>,
  heightPx: number,
): ComponentType<P> {
  const Loaded = lazy(() => loadChunk(async () => ({ default: await load() })))
  return function LazyEditor(props: P) {
    const { heightPx: own } = props as Sized
    return (
      <Suspense fallback={<EditorSkeleton heightPx={own ?? heightPx} />}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}

import type { ComponentType } from 'react'
import { lazyComponent } from '@/lib/lazy-component.ts'
import { loadChunk } from '@/lib/lazy-page.ts'
import { EditorSkeleton } from './editor-skeleton.tsx'

interface Sized {
  readonly heightPx?: number | undefined
}

/** An editor whose code comes when it is first drawn; its outline holds the place meanwhile. */
export const lazyEditor = <P extends object>(load: () => Promise<ComponentType<P>>, heightPx: number) =>
  lazyComponent<P>(
    () => loadChunk(load),
    (props) => <EditorSkeleton heightPx={(props as Sized).heightPx ?? heightPx} />,
  )

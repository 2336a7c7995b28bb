import { type ComponentType, useLayoutEffect, useState } from 'react'
import { lazyComponent } from '@/lib/lazy-component.ts'
import { loadChunk } from '@/lib/lazy-page.ts'
import { EditorSkeleton } from './editor-skeleton.tsx'

interface EditorProps {
  readonly heightPx?: number | undefined
  readonly id?: string
  readonly 'aria-label'?: string
}

/**
 * An editor whose code comes when it is first drawn; its outline holds the place meanwhile. It is called what its form
 * item is called: a label names inputs, and the text of an editor is none.
 */
export function lazyEditor<P extends EditorProps>(load: () => Promise<ComponentType<P>>, heightPx: number) {
  const Waiting = (props: P) => <EditorSkeleton heightPx={props.heightPx ?? heightPx} />
  const Editor = lazyComponent<P>(() => loadChunk(load), Waiting)
  return function NamedEditor(props: P) {
    const label = useFormLabel(props.id)
    // An editor takes its name once, when it is made.
    if (label === undefined) return <Waiting {...props} />
    return <Editor {...(label !== null && { 'aria-label': label })} {...props} />
  }
}

/** Text of the label for this id; null = there is none, undefined = not looked yet. */
function useFormLabel(id: string | undefined): string | null | undefined {
  const [label, setLabel] = useState<string | null>()
  useLayoutEffect(() => {
    const found = [...document.querySelectorAll('label')].find(({ htmlFor }) => id !== undefined && htmlFor === id)
    setLabel(found?.textContent ?? null)
  }, [id])
  return label
}

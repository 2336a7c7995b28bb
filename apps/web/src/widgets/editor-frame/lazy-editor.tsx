import { type ComponentType, use } from 'react'
import { FieldLabel } from '@/lib/field-label.ts'
import { lazyComponent } from '@/lib/lazy-component.ts'
import { loadChunk } from '@/lib/lazy-page.ts'
import { EditorSkeleton } from './editor-skeleton.tsx'

interface EditorProps {
  readonly heightPx?: number | undefined
  readonly 'aria-label'?: string | undefined
}

/**
 * An editor whose code is loaded on first render; a skeleton reserves its space. Labelled by its form item unless it
 * has its own label.
 */
export function lazyEditor<P extends EditorProps>(load: () => Promise<ComponentType<P>>, heightPx: number) {
  const Editor = lazyComponent<P>(
    () => loadChunk(load),
    (props) => <EditorSkeleton heightPx={props.heightPx ?? heightPx} />,
  )
  return function NamedEditor(props: P) {
    const label = use(FieldLabel)
    const name = props['aria-label'] ?? label
    return <Editor {...props} {...(name !== undefined && { 'aria-label': name })} />
  }
}

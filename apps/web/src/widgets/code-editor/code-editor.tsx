import { EDITOR } from '@natim/contract/constants'
import { lazyEditor } from '../editor-frame/lazy-editor.tsx'
import type { CodeEditorProps } from './editor-props.ts'

/** Code editor with line numbers, in one of twelve languages. */
export const CodeEditor = lazyEditor<CodeEditorProps>(
  async () => (await import('./mirror-editor.tsx')).MirrorEditor,
  EDITOR.codePx,
)

import { EDITOR } from '@natim/contract/constants'
import { MESSAGES } from '@natim/contract/messages'
import type { EditorProps } from '@tiptap/pm/view'
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { useNotify } from '@/lib/notify.ts'
import { EditorFrame } from '../editor-frame/editor-frame.tsx'
import { useIsDisabled } from '../use-is-disabled.ts'
import type { RichTextEditorProps } from './editor-props.ts'
import { editorExtensions } from './extensions.ts'
import { hasPictures, withoutPictures } from './paste.ts'
import styles from './rich-text-editor.module.css'
import { Toolbar } from './toolbar.tsx'

/** The editor itself, loaded with tiptap. */
export function TiptapEditor(props: RichTextEditorProps) {
  const { value, onChange, onBlur, placeholder = '请输入内容', heightPx = EDITOR.richTextPx } = props
  const disabled = useIsDisabled(props.disabled)
  const notify = useNotify()
  const given = value ?? ''
  /** Last value emitted or applied: receiving it again is no change. */
  const known = useRef(given)
  // Created once; later changes are applied to the editor below.
  const [options] = useState(() => ({
    extensions: editorExtensions(placeholder),
    editable: !disabled,
    editorProps: {
      attributes: fieldAttributes(props),
      ...withoutPastedPictures(() => notify.line(MESSAGES['editor.noPastedPictures'], 'warning')),
    },
  }))
  // Null while the surrounding page is hidden, despite the type.
  const editor: Editor | null = useEditor({
    ...options,
    // Read when the editor is created: at first, and each time a hidden page is shown again.
    content: given,
    onUpdate: ({ editor: changed }) => {
      known.current = htmlOf(changed)
      onChange?.(known.current)
    },
  })

  useEffect(() => {
    if (known.current === given || editor === null) return
    known.current = given
    editor.commands.setContent(given, { emitUpdate: false })
  }, [editor, given])
  useEffect(() => editor?.setEditable(!disabled, false), [editor, disabled])

  const label = props['aria-label'] ?? '富文本编辑器'
  return (
    <EditorFrame
      label={label}
      heightPx={heightPx}
      disabled={disabled}
      onBlur={onBlur}
      bar={editor && <Toolbar editor={editor} disabled={disabled} />}
    >
      <EditorContent editor={editor} className={styles.text} />
    </EditorFrame>
  )
}

/**
 * Blocks pasted pictures, which must be stored through the toolbar (WG-92); text of the same paste is inserted
 * normally.
 */
function withoutPastedPictures(refuse: () => void): EditorProps {
  const isRefused = (data: DataTransfer | null): data is DataTransfer => {
    if (data === null || !hasPictures(data)) return false
    refuse()
    return true
  }
  return {
    transformPastedHTML: withoutPictures,
    handlePaste: (_, { clipboardData }) => isRefused(clipboardData) && clipboardData.getData('text/plain') === '',
    handleDrop: (_, { dataTransfer }, __, isOwn) => !isOwn && isRefused(dataTransfer),
  }
}

/**
 * An empty document is an empty text, not an empty paragraph, so that `required` works. The trailing paragraph for
 * typing after a list or table is dropped too.
 */
function htmlOf(editor: Editor): string {
  const { childCount, firstChild } = editor.state.doc
  const isEmpty = childCount === 1 && firstChild?.type.name === 'paragraph' && firstChild.childCount === 0
  return isEmpty ? '' : editor.getHTML().replace(/(?<!<\/p>)<p><\/p>$/, '')
}

function fieldAttributes({ id, 'aria-label': label }: RichTextEditorProps): Record<string, string> {
  const attributes = { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label ?? '富文本' }
  return id === undefined ? attributes : { ...attributes, id }
}

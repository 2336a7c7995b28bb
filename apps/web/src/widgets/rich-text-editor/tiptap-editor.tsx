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
  /** What was last told or taken in: the same coming back is no change. */
  const known = useRef(given)
  // Made once: what changes later is told to the editor below.
  const [options] = useState(() => ({
    extensions: editorExtensions(placeholder),
    editable: !disabled,
    editorProps: {
      attributes: fieldAttributes(props),
      ...withoutPastedPictures(() => notify.line(MESSAGES['editor.noPastedPictures'], 'warning')),
    },
  }))
  // None while the page it stands in is hidden, whatever the type says.
  const editor: Editor | null = useEditor({
    ...options,
    // Taken when the editor is made: first, and again each time a hidden page comes back.
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

/** Pictures must be stored by the toolbar, not carried in (WG-92); text of the same paste goes its usual way. */
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
 * An empty document is no text, not an empty paragraph: `required` must see that. The paragraph that lets one write on
 * behind a list or table is no part of the text either.
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

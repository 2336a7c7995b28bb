import { TableKit } from '@tiptap/extension-table'
import { TextAlign } from '@tiptap/extension-text-align'
import { Placeholder } from '@tiptap/extensions'
import type { Extensions } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { KeptStyle } from './kept-style.ts'
import { Film, Picture } from './media-nodes.ts'

/** The supported content. Anything else is dropped when a text is opened. */
export const editorExtensions = (placeholder: string): Extensions => [
  StarterKit.configure({
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      HTMLAttributes: { target: '_blank', rel: 'noopener noreferrer' },
    },
  }),
  TextAlign.configure({ types: ['heading', 'paragraph'] }),
  TableKit.configure({ table: { resizable: false } }),
  Placeholder.configure({ placeholder }),
  Picture,
  Film,
  KeptStyle,
]

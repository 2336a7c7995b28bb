import { createContext } from 'react'

/**
 * Label of the form item a control stands in, for controls that `<label for>` cannot name: the text of an editor is no
 * input. Given by the item and not looked for in the document, where a dialog hangs its content only after drawing it.
 */
export const FieldLabel = createContext<string | undefined>(undefined)

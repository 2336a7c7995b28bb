import { createContext } from 'react'

/**
 * Label of the enclosing form item, for controls that `<label for>` cannot name: an editor's text is no input. Provided
 * by the item rather than looked up in the document, because a dialog attaches its content only after rendering.
 */
export const FieldLabel = createContext<string | undefined>(undefined)

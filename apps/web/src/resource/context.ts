import { createContext, use } from 'react'
import type { ResourceRow } from './define-resource.ts'
import type { ResourceEditor } from './use-resource-editor.ts'
import type { ResourceList } from './use-resource-list.ts'

export const ListContext = createContext<ResourceList | undefined>(undefined)
export const EditorContext = createContext<ResourceEditor | undefined>(undefined)

/** The list of the enclosing page. @throws Error outside a ResourcePage */
export function useListContext<Row extends ResourceRow = ResourceRow>(): ResourceList<Row> {
  const list = use(ListContext)
  if (!list) throw new Error('This part stands inside <ResourcePage list={…}>')
  // A page provides its own list to its own parts, so the row type matches its resource.
  return list as unknown as ResourceList<Row>
}

/** The editor of the enclosing page. @throws Error when the page has none */
export function useEditorContext<Row extends ResourceRow = ResourceRow>(): ResourceEditor<Row> {
  const editor = use(EditorContext)
  if (!editor) throw new Error('This part needs <ResourcePage editor={…}>')
  return editor as ResourceEditor<Row>
}

import { createContext, use } from 'react'
import type { ResourceRow } from './define-resource.ts'
import type { ResourceEditor } from './use-resource-editor.ts'
import type { ResourceList } from './use-resource-list.ts'

export const ListContext = createContext<ResourceList | undefined>(undefined)
export const EditorContext = createContext<ResourceEditor | undefined>(undefined)

/** The list of the page around this part. @throws Error outside a ResourcePage */
export function useListContext<Row extends ResourceRow = ResourceRow>(): ResourceList<Row> {
  const list = use(ListContext)
  if (!list) throw new Error('This part stands inside <ResourcePage list={…}>')
  // A page gives its own list to its own parts: rows are what its resource says.
  return list as unknown as ResourceList<Row>
}

/** The editor of the page around this part. @throws Error when the page has none */
export function useEditorContext<Row extends ResourceRow = ResourceRow>(): ResourceEditor<Row> {
  const editor = use(EditorContext)
  if (!editor) throw new Error('This part needs <ResourcePage editor={…}>')
  return editor as unknown as ResourceEditor<Row>
}

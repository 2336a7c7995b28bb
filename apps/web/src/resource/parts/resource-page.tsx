import type { ReactNode } from 'react'
import { EditorContext, ListContext } from '../context.ts'
import type { ResourceRow } from '../define-resource.ts'
import type { ResourceEditor } from '../use-resource-editor.ts'
import type { ResourceList } from '../use-resource-list.ts'
import styles from './resource-page.module.css'

export interface ResourcePageProps<Row extends ResourceRow> {
  readonly list: ResourceList<Row>
  readonly editor?: ResourceEditor<Row>
  readonly children: ReactNode
}

/** Provides list and editor to its children. Fills the window; only the table scrolls (design §6). */
export function ResourcePage<Row extends ResourceRow>({ list, editor, children }: ResourcePageProps<Row>) {
  return (
    <ListContext value={list as unknown as ResourceList}>
      <EditorContext value={editor as ResourceEditor | undefined}>
        <div className={styles.page}>{children}</div>
      </EditorContext>
    </ListContext>
  )
}

/** Provides an editor to its children, on a page without a list. */
export function EditorScope<Row extends ResourceRow>({
  editor,
  children,
}: {
  readonly editor: ResourceEditor<Row>
  readonly children: ReactNode
}) {
  return <EditorContext value={editor as ResourceEditor}>{children}</EditorContext>
}

/** Panes side by side below the page head: a tree, then the list. */
export function Panes({ children }: { readonly children: ReactNode }) {
  return <div className={styles.panes}>{children}</div>
}

import type { ReactNode } from 'react'
import type { Resource, ResourceRow } from '../define-resource.ts'
import { type ResourceEditor, useResourceEditor } from '../use-resource-editor.ts'
import { type ResourceList, useResourceList } from '../use-resource-list.ts'
import { BulkEditButton } from './bulk-edit-button.tsx'
import { EditorModal } from './editor-modal.tsx'
import { ImportButtons } from './import-buttons.tsx'
import { ListPanel } from './list-panel.tsx'
import { Pager } from './pager.tsx'
import { RecycleBinButton } from './recycle-bin.tsx'
import { ResourcePage } from './resource-page.tsx'
import { DetailLink, EditLink, RemoveLink } from './row-links.tsx'
import { SearchField, SearchText } from './search-fields.tsx'
import { SearchForm } from './search-form.tsx'
import { Table, type TableProps } from './table.tsx'
import { CreateButton, ExportButton, RemoveSelectedButton, Toolbar } from './toolbar.tsx'

export interface ListPageProps<Row extends ResourceRow, K extends string>
  extends Pick<TableProps<Row, K>, 'columns' | 'rowActions' | 'rowActionsWidth' | 'onOpen' | 'card' | 'expand'> {
  readonly resource: Resource<Row, K>
  /** Filters in display order; by default every searchable field. */
  readonly searched?: readonly K[]
  /** Number of filters shown before 展开. */
  readonly collapsedCount?: number
  /** Placed before the standard buttons. */
  readonly tools?: ReactNode
  /** Placed after them, for ticked rows. */
  readonly selectionActions?: ReactNode
  /** px */
  readonly editorWidth?: number
  /** A row click opens it like 详情. */
  readonly isOpenable?: boolean
  /** Replaces the form in a dialog. */
  readonly editor?: (editor: ResourceEditor<Row>) => ReactNode
  /** Other content of the page: drawers, dialogs. */
  readonly children?: ReactNode | ((list: ResourceList<Row>) => ReactNode)
}

const FILTERS_IN_ROW = 4

const plainActions = (row: ResourceRow) => (
  <>
    <DetailLink row={row} />
    <EditLink row={row} />
    <RemoveLink row={row} />
  </>
)

const searchedOf = <K extends string>({ fields }: Resource<ResourceRow, K>) =>
  (Object.keys(fields) as K[]).filter((key) => fields[key]?.search)

/** The page of a resource; actions that the resource does not support or the user may not use are absent. */
export function ListPage<Row extends ResourceRow, K extends string>({
  resource,
  searched = searchedOf(resource as Resource<ResourceRow, K>),
  collapsedCount = FILTERS_IN_ROW,
  tools,
  rowActions = plainActions,
  selectionActions,
  editorWidth,
  editor: ownEditor,
  isOpenable = false,
  children,
  ...table
}: ListPageProps<Row, K>) {
  const list = useResourceList(resource)
  const editor = useResourceEditor(resource, { onSaved: list.reload })
  return (
    <ResourcePage list={list} editor={editor}>
      <Toolbar>
        {tools}
        <RecycleBinButton />
        <ImportButtons />
        <ExportButton />
        <CreateButton />
      </Toolbar>
      <ListPanel>
        <SearchForm collapsedCount={collapsedCount}>
          {searched.map((name, index) =>
            index === 0 && resource.fields[name]?.search === 'like' ? (
              <SearchText key={name} name={name} label={resource.fields[name].label} />
            ) : (
              <SearchField key={name} resource={resource} name={name} />
            ),
          )}
        </SearchForm>
        <Table
          {...(isOpenable && { onOpen: editor.view })}
          {...table}
          resource={resource}
          rowActions={rowActions}
          selectionActions={
            <>
              <BulkEditButton />
              {selectionActions}
              <RemoveSelectedButton />
            </>
          }
          emptyAction={<CreateButton />}
        />
        <Pager />
      </ListPanel>
      {ownEditor?.(editor) ?? <EditorModal {...(editorWidth !== undefined && { width: editorWidth })} />}
      {typeof children === 'function' ? children(list) : children}
    </ResourcePage>
  )
}

import { PlusOutlined } from '@ant-design/icons'
import { type MenuTreeRow, permissionEndpoints } from '@natim/contract/system/permission'
import { Button, Table } from 'antd'
import { useState } from 'react'
import { reloadPermissions } from '@/lib/session/permissions.ts'
import { useIsPhone } from '@/lib/use-media.ts'
import * as R from '@/resource/index.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Panel } from '@/ui/panel.tsx'
import styles from './menu.module.css'
import { menuColumns } from './menu-columns.tsx'
import { MenuEditor } from './menu-editor.tsx'
import { menu } from './menu-resource.tsx'
import { RulesDrawer } from './rules-drawer.tsx'
import { useMenuTree } from './use-menu-tree.ts'

/** px: below this the table scrolls sideways. */
const TABLE_PX = 1_080

/** 菜单管理: menus and permissions as a tree (SY-30 to SY-35). */
export default function MenuListPage() {
  const tree = useMenuTree()
  const [ruled, setRuled] = useState<MenuTreeRow>()
  const { editor, parent, add, edit } = useMenuEditor(tree.reload)
  const askRemoval = R.useTreeRemoval(permissionEndpoints, () => changed(tree.reload))
  const may = {
    add: R.useMay(permissionEndpoints.create),
    edit: R.useMay(permissionEndpoints.update),
    remove: R.useMay(permissionEndpoints.remove),
  }
  const actions = {
    add,
    edit,
    rules: setRuled,
    remove: (row: MenuTreeRow) => void askRemoval([row.id], `「${row.name}」`),
  }
  const restored = () => {
    editor.close()
    changed(tree.reload)
  }
  const columns = menuColumns(actions, may, !useIsPhone())
  return (
    <R.EditorScope editor={editor}>
      <PageHead
        title="菜单管理"
        meta={tree.isLoading ? undefined : `${tree.rows.length} 个一级菜单`}
        actions={
          may.add && (
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => add(undefined)}>
              新增菜单
            </Button>
          )
        }
      />
      <Panel
        isFlush
        isReloading={tree.isReloading && !tree.isLoading}
        {...(tree.error && { error: { message: tree.error.message, onRetry: tree.retry } })}
      >
        <Table<MenuTreeRow>
          className={styles.table}
          size="middle"
          rowKey="id"
          loading={tree.isLoading}
          columns={columns}
          dataSource={tree.rows}
          pagination={false}
          scroll={{ x: TABLE_PX }}
          locale={{ emptyText: <EmptyState title="没有菜单" /> }}
          expandable={{
            expandedRowKeys: [...tree.opened],
            onExpand: (isOpen, { id }) => tree.toggle(id, isOpen),
          }}
        />
      </Panel>
      <MenuEditor editor={editor} parent={parent} onRestored={restored} />
      <RulesDrawer menu={ruled} onClose={() => setRuled(undefined)} onChanged={tree.reload} />
    </R.EditorScope>
  )
}

/** Reloads the tree, and the user's own menu with it (SY-35). */
function changed(reload: () => void): void {
  reload()
  void reloadPermissions()
}

function useMenuEditor(reload: () => void) {
  const editor = R.useResourceEditor<MenuTreeRow>(menu, { onSaved: () => changed(reload) })
  const [parent, setParent] = useState<MenuTreeRow>()
  return {
    editor,
    parent,
    add(above: MenuTreeRow | undefined) {
      setParent(above)
      editor.create()
    },
    edit: editor.edit,
  }
}

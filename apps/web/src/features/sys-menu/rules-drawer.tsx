import { PlusOutlined } from '@ant-design/icons'
import { RULE_CONDITION, VALID_STATUS } from '@natim/contract/dict'
import { type DataRuleRow, dataRuleEndpoints, type MenuTreeRow } from '@natim/contract/system/permission'
import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Drawer, Input } from 'antd'
import { useState } from 'react'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import * as R from '@/resource/index.ts'
import type { DataColumn } from '@/ui/data-table/data-column.ts'
import { DataTable } from '@/ui/data-table/data-table.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import { Tag } from '@/ui/tag.tsx'
import styles from './menu.module.css'
import { dataRule } from './rule-resource.tsx'

const DRAWER_PX = 760
const TABLE_PX = 640

interface RulesDrawerProps {
  readonly menu: MenuTreeRow | undefined
  readonly onClose: () => void
  /** Called when the menu's data rule mark may have changed. */
  readonly onChanged: () => void
}

/** Data rules of a menu, beside the tree. */
export function RulesDrawer({ menu, onClose, onChanged }: RulesDrawerProps) {
  return (
    <Drawer
      open={menu !== undefined}
      onClose={onClose}
      size={DRAWER_PX}
      title={menu ? `${menu.name} · 数据规则` : ''}
      styles={{ body: { padding: 0 } }}
      closable={{ placement: 'end', 'aria-label': '关闭' }}
    >
      {menu && <Rules key={menu.id} menuId={menu.id} onChanged={onChanged} />}
    </Drawer>
  )
}

function Rules({ menuId, onChanged }: { readonly menuId: string; readonly onChanged: () => void }) {
  const queryClient = useQueryClient()
  const [words, setWords] = useState('')
  const rules = useEndpoint(dataRuleEndpoints.list, { query: { permissionId: menuId } })
  const reload = () => {
    void queryClient.invalidateQueries({ queryKey: [dataRuleEndpoints.list.path] })
    onChanged()
  }
  const editor = R.useResourceEditor<DataRuleRow>(dataRule, { onSaved: reload })
  const mayEdit = R.useMay(dataRuleEndpoints.create)
  const { edit } = editor
  const remove = useRemoval(reload)
  const columns = ruleColumns(mayEdit, edit, remove)
  const rows = (rules.data ?? []).filter((rule) => `${rule.ruleName} ${rule.ruleValue}`.includes(words.trim()))
  return (
    <R.EditorScope editor={{ ...editor, save: (values) => editor.save({ ...values, permissionId: menuId }) }}>
      <div className={styles.rules}>
        <div className={styles.bar}>
          <Input.Search
            allowClear
            aria-label="查找数据规则"
            placeholder="规则名称或规则值"
            onChange={(event) => setWords(event.target.value)}
          />
          {mayEdit && (
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={editor.create}>
              新增规则
            </Button>
          )}
        </div>
        <DataTable
          label="数据规则"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          rowName={({ ruleName }) => ruleName}
          minWidth={TABLE_PX}
          isLoading={rules.isLoading}
          {...(rules.error && { error: { message: rules.error.message, onRetry: () => void rules.refetch() } })}
          empty={<EmptyState title="没有数据规则" hint="有了规则，授权时可选择角色能看到哪些数据" />}
        />
      </div>
      <R.EditorModal />
    </R.EditorScope>
  )
}

function useRemoval(reload: () => void) {
  const { modal } = App.useApp()
  const notify = useNotify()
  return ({ id, ruleName }: DataRuleRow): void => {
    modal.confirm({
      title: '确认删除',
      content: `删除数据规则「${ruleName}」？受它约束的角色将不再受限。`,
      okButtonProps: { danger: true },
      onOk: async () => {
        notify.line((await callWithMessage(dataRuleEndpoints.remove, { query: { id } })).message, 'success')
        reload()
      },
    })
  }
}

type RowAction = (row: DataRuleRow) => void

const ruleColumns = (mayEdit: boolean, edit: RowAction, remove: RowAction): DataColumn<DataRuleRow>[] => [
  { key: 'ruleName', title: '规则名称', width: 140, isEllipsis: true, render: (row) => row.ruleName },
  { key: 'ruleColumn', title: '字段', width: 130, isEllipsis: true, render: (row) => <code>{row.ruleColumn}</code> },
  {
    key: 'ruleConditions',
    title: '条件',
    width: 90,
    render: (row) => RULE_CONDITION[row.ruleConditions as keyof typeof RULE_CONDITION] ?? row.ruleConditions,
  },
  { key: 'ruleValue', title: '规则值', width: 160, isEllipsis: true, render: (row) => row.ruleValue },
  {
    key: 'status',
    title: '状态',
    width: 70,
    render: ({ status }) => (
      <Tag tone={status === '1' ? 'success' : 'neutral'}>{VALID_STATUS[status === '1' ? '1' : '0']}</Tag>
    ),
  },
  {
    key: 'actions',
    title: '操作',
    width: 100,
    render: (row) =>
      mayEdit && (
        <span className={styles.links}>
          <R.TextLink label={`编辑 ${row.ruleName}`} onClick={() => edit(row)}>
            编辑
          </R.TextLink>
          <R.TextLink isDanger label={`删除 ${row.ruleName}`} onClick={() => remove(row)}>
            删除
          </R.TextLink>
        </span>
      ),
  },
]

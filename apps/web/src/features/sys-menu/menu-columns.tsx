import { MENU, type MenuTreeRow } from '@natim/contract/system/permission'
import type { TableColumnType } from 'antd'
import { TextLink } from '@/resource/index.ts'
import { menuIcon } from '@/ui/menu-icons.tsx'
import { Tag, type TagTone } from '@/ui/tag.tsx'
import styles from './menu.module.css'

export interface MenuActions {
  readonly add: (parent: MenuTreeRow) => void
  readonly edit: (row: MenuTreeRow) => void
  readonly rules: (row: MenuTreeRow) => void
  readonly remove: (row: MenuTreeRow) => void
}

const TONES: Readonly<Record<number, TagTone>> = { [MENU.top]: 'info', [MENU.sub]: 'success', [MENU.button]: 'neutral' }

/** Columns of the tree; the first has the expander. */
export const menuColumns = (
  actions: MenuActions,
  may: Readonly<Record<'add' | 'edit' | 'remove', boolean>>,
  /** The links stay visible while the rest scrolls; a phone has no room for that. */
  isFixed: boolean,
): TableColumnType<MenuTreeRow>[] => [
  { key: 'name', title: '名称', width: 240, ellipsis: true, render: (_, row) => <Name row={row} /> },
  {
    key: 'menuType',
    title: '类型',
    width: 96,
    render: (_, row) => <Tag tone={TONES[row.menuType] ?? 'neutral'}>{row.menuType_dictText}</Tag>,
  },
  { key: 'path', title: '路径 / 授权标识', width: 240, ellipsis: true, render: (_, row) => <Address row={row} /> },
  { key: 'component', title: '组件', width: 200, ellipsis: true, dataIndex: 'component' },
  { key: 'sortNo', title: '排序', width: 72, align: 'right', dataIndex: 'sortNo' },
  { key: 'status', title: '状态', width: 80, render: (_, row) => <Status row={row} /> },
  {
    key: 'actions',
    title: '操作',
    width: 210,
    ...(isFixed && { fixed: 'right' as const }),
    render: (_, row) => <Links row={row} actions={actions} may={may} />,
  },
]

const Name = ({ row }: { readonly row: MenuTreeRow }) => (
  <span className={styles.name}>
    {menuIcon(row.icon ?? undefined)}
    {row.name}
  </span>
)

const Address = ({ row }: { readonly row: MenuTreeRow }) =>
  row.menuType === MENU.button ? <code>{row.perms}</code> : <span>{row.url}</span>

function Status({ row }: { readonly row: MenuTreeRow }) {
  if (row.menuType === MENU.button && row.status !== '1') return <Tag tone="warning">无效</Tag>
  if (row.hidden) return <Tag>隐藏</Tag>
  return <Tag tone="success">有效</Tag>
}

interface LinksProps {
  readonly row: MenuTreeRow
  readonly actions: MenuActions
  readonly may: Readonly<Record<'add' | 'edit' | 'remove', boolean>>
}

function Links({ row, actions, may }: LinksProps) {
  const isPage = row.menuType !== MENU.button
  return (
    <span className={styles.links}>
      {may.edit && (
        <TextLink label={`编辑 ${row.name}`} onClick={() => actions.edit(row)}>
          编辑
        </TextLink>
      )}
      {may.add && isPage && (
        <TextLink label={`在 ${row.name} 下新增`} onClick={() => actions.add(row)}>
          加下级
        </TextLink>
      )}
      {isPage && (
        <TextLink label={`${row.name} 的数据规则`} onClick={() => actions.rules(row)}>
          {row.ruleFlag === 1 ? '规则●' : '规则'}
        </TextLink>
      )}
      {/* Built-in entries have no creator and cannot be deleted. */}
      {may.remove && row.createBy !== null && (
        <TextLink isDanger label={`删除 ${row.name}`} onClick={() => actions.remove(row)}>
          删除
        </TextLink>
      )}
    </span>
  )
}

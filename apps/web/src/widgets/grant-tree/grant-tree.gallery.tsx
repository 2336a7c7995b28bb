import type { MenuChoice } from '@natim/contract/system/permission'
import { useState } from 'react'
import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import { GrantTree, type GrantTreeProps } from './grant-tree.tsx'

const choice = (key: string, slotTitle: string, children: MenuChoice[] = [], ruleFlag = 0): MenuChoice => ({
  key,
  value: key,
  title: null,
  label: null,
  slotTitle,
  scopedSlots: { title: 'hasDatarule' },
  ruleFlag,
  icon: null,
  parentId: null,
  isLeaf: children.length === 0,
  leaf: children.length === 0,
  children: children.length === 0 ? null : children.map((child) => ({ ...child, parentId: key })),
})

const TREE = [
  choice('device', '设备管理', [
    choice('list', '设备列表', [choice('view', '查看设备'), choice('add', '新增设备')], 1),
    choice('detail', '设备详情'),
  ]),
  choice('station', '站点管理', [choice('export', '导出站点')]),
]
const CHOICES = { treeList: TREE, ids: ['device', 'list', 'view', 'add', 'detail', 'station', 'export'] }

function Held(props: Partial<GrantTreeProps>) {
  const [value, setValue] = useState<ReadonlySet<string>>(new Set(['device', 'list', 'view']))
  return <GrantTree choices={CHOICES} value={value} onChange={setValue} onRules={() => undefined} {...props} />
}

export const gallery: GalleryEntry = {
  title: '授权树',
  note: '父子关联时勾选下级会带上通往它的菜单；有数据规则的菜单授予后可打开其规则',
  states: [
    { name: '可勾选', span: 12, render: () => <Held /> },
    { name: '只读', span: 12, render: () => <Held disabled /> },
    { name: '没有可授予的', span: 12, render: () => <Held choices={{ treeList: [], ids: [] }} /> },
  ],
}

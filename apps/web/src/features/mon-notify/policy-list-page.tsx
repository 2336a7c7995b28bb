import { DUTY_LEVELS } from '@natim/contract/mon/duty'
import { notifyEndpoints } from '@natim/contract/mon/notify'
import { NOTIFY_CHANNELS, type NotifyPolicyRow, notifyPolicy } from '@natim/contract/mon/notify.resource'
import { NO_VALUE } from '@natim/domain/format'
import { regionShortName } from '@natim/domain/regions'
import { Button } from 'antd'
import { useState } from 'react'
import * as R from '@/resource/index.ts'
import { Tag } from '@/ui/tag.tsx'
import { DeliveriesDrawer } from './deliveries-drawer.tsx'
import {
  ChannelsControl,
  DutyControl,
  RegionsControl,
  RolesControl,
  SeveritiesControl,
  UsersControl,
} from './policy-controls.tsx'
import { RoleNames } from './role-names.tsx'
import { RulesControl } from './rules-control.tsx'
import { TestLink } from './test-link.tsx'

const cell = (texts: readonly string[], none: string) => <R.TextCell>{texts.join('、') || none}</R.TextCell>

const policies = R.fromContract(notifyPolicy, {
  fields: {
    status: {
      render: (row) => (
        <Tag tone={row.status === 'on' ? 'success' : 'neutral'}>{row.status === 'on' ? '启用' : '停用'}</Tag>
      ),
    },
    severities: {
      widget: { kind: 'choice', Control: SeveritiesControl },
      render: (row) =>
        cell(
          row.severities.map((level) => `${level} 级`),
          '全部级别',
        ),
    },
    regionPrefixes: {
      widget: { kind: 'choice', Control: RegionsControl },
      render: (row) =>
        cell(
          row.regionPrefixes.map((prefix) => regionShortName(prefix.padEnd(6, '0'))),
          '全国',
        ),
    },
    ruleIds: {
      widget: { kind: 'choice', Control: RulesControl },
      render: (row) => (row.ruleIds.length > 0 ? `${row.ruleIds.length} 条` : '全部规则'),
    },
    toRoles: {
      widget: { kind: 'choice', Control: RolesControl },
      render: (row) => <RoleNames codes={row.toRoles} />,
    },
    toDuty: {
      widget: { kind: 'choice', Control: DutyControl },
      render: (row) =>
        cell(
          row.toDuty.map((target) =>
            target in DUTY_LEVELS ? DUTY_LEVELS[target as keyof typeof DUTY_LEVELS] : '值班组',
          ),
          NO_VALUE,
        ),
    },
    toUsers: {
      widget: { kind: 'choice', Control: UsersControl },
      render: (row) => <R.TextCell>{row.toUsers.split(',').filter(Boolean).join('、') || NO_VALUE}</R.TextCell>,
    },
    channels: {
      widget: { kind: 'choice', Control: ChannelsControl },
      render: (row) =>
        cell(
          row.channels.map((channel) => NOTIFY_CHANNELS[channel]),
          NO_VALUE,
        ),
    },
    webhookSecret: { render: () => NO_VALUE },
    wechatUrl: { render: () => NO_VALUE },
    repeatMin: { render: (row) => (row.repeatMin === 0 ? '只通知一次' : `每 ${row.repeatMin} min`) },
  },
})
const ACTIONS_PX = 210
const EDITOR_PX = 800

/** 通知策略: recipients of alarms, a test message to oneself, and sent messages. */
export default function NotifyPolicyListPage() {
  const [isSent, setIsSent] = useState(false)
  const maySee = R.useMay(notifyEndpoints.deliveries)
  return (
    <R.ListPage
      resource={policies}
      rowActionsWidth={ACTIONS_PX}
      rowActions={rowActions}
      editorWidth={EDITOR_PX}
      isOpenable
      tools={maySee && <Button onClick={() => setIsSent(true)}>发送记录</Button>}
    >
      <DeliveriesDrawer isOpen={isSent} onClose={() => setIsSent(false)} />
    </R.ListPage>
  )
}

const rowActions = (row: NotifyPolicyRow) => (
  <>
    <TestLink row={row} />
    <R.DetailLink row={row} />
    <R.EditLink row={row} />
    <R.RemoveLink row={row} />
  </>
)

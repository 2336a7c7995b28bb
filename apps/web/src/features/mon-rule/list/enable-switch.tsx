import { ruleEndpoints } from '@natim/contract/mon/rule'
import type { RuleRow } from '@natim/contract/mon/rule.resource'
import { App, Switch } from 'antd'
import { useState } from 'react'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import * as R from '@/resource/index.ts'

type Switched = Pick<RuleRow, 'id' | 'name' | 'enabled' | 'openCount'>

/** Switches one rule; switching off asks first, since its alarms end. */
export function useEnable(onDone: () => void) {
  const { modal } = App.useApp()
  const { line } = useNotify()
  const [isBusy, setIsBusy] = useState(false)

  async function send({ id }: Switched, enabled: boolean): Promise<void> {
    setIsBusy(true)
    try {
      line((await callWithMessage(ruleEndpoints.enable, { body: { ids: id, enabled } })).message, 'success')
    } catch {
      // Reported by the client; either way the list shows the current state.
    } finally {
      setIsBusy(false)
      onDone()
    }
  }

  function enable(row: Switched, enabled: boolean): void {
    if (enabled) return void send(row, true)
    void modal.confirm({
      title: `停用「${row.name}」？`,
      content:
        row.openCount > 0
          ? `停用后不再判定；${row.openCount} 条未关闭的报警中，仍在持续的以“规则已停用”恢复。`
          : '停用后不再判定。',
      okText: '停用',
      cancelText: '取消',
      onOk: () => send(row, false),
    })
  }
  return { enable, isBusy }
}

/** 启用 in the list; text for users without the permission. */
export function EnableSwitch({ row }: { readonly row: RuleRow }) {
  const { reload } = R.useListContext()
  const may = R.useMay(ruleEndpoints.enable)
  const { enable, isBusy } = useEnable(reload)
  if (!may) return row.enabled ? '启用' : <span className="t-tertiary">停用</span>
  return (
    <Switch
      size="small"
      aria-label={`启用 ${row.name}`}
      checked={row.enabled}
      loading={isBusy}
      onChange={(enabled) => enable(row, enabled)}
    />
  )
}

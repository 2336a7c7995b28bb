import { deviceEndpoints } from '@natim/contract/mon/device'
import { type PendingClient, pendingEndpoints } from '@natim/contract/mon/pending'
import { useCallback, useMemo, useState } from 'react'
import * as R from '@/resource/index.ts'
import { AddDeviceModal } from '../wizard/add-device-modal.tsx'
import { IgnoreButton, useIgnore } from './ignore.tsx'
import { pending } from './pending-resource.tsx'

const ACTIONS_PX = 150
const REFRESH_MS = 30_000

/** 待接入设备: clients that tried to connect and are not registered; to be registered or ignored (domain §6.3). */
export default function PendingListPage() {
  const list = R.useResourceList(pending, { refreshMs: REFRESH_MS })
  const [chosen, setChosen] = useState<PendingClient>()
  const mayAdd = R.useMay(deviceEndpoints.create)
  const mayIgnore = R.useMay(pendingEndpoints.ignore)
  const rowActions = useCallback(
    (row: PendingClient) => (
      <>
        {mayAdd && (
          <R.TextLink label={`登记为设备 ${row.clientId}`} onClick={() => setChosen(row)}>
            登记
          </R.TextLink>
        )}
        <IgnoreLink row={row} />
      </>
    ),
    [mayAdd],
  )
  const selectionActions = useMemo(() => (mayIgnore ? <IgnoreButton /> : undefined), [mayIgnore])
  return (
    <R.ResourcePage list={list}>
      <R.Toolbar scope="直接来的，和经您可见网关来的" />
      <R.ListPanel>
        <R.SearchForm collapsedCount={3}>
          <R.SearchText name="clientId" label="客户端 ID" />
          <R.SearchField resource={pending} name="address" />
          <R.SearchField resource={pending} name="state" />
        </R.SearchForm>
        <R.Table
          resource={pending}
          rowActions={rowActions}
          rowActionsWidth={ACTIONS_PX}
          selectionActions={selectionActions}
        />
        <R.Pager note="未登记的客户端不能上报；经网关代报的报文暂存 24 小时，登记后补入" />
      </R.ListPanel>
      <AddDeviceModal
        key={chosen?.id}
        isOpen={chosen !== undefined}
        start={chosen}
        onClose={() => setChosen(undefined)}
        onAdded={list.reload}
      />
    </R.ResourcePage>
  )
}

function IgnoreLink({ row }: { readonly row: PendingClient }) {
  const { may, mark } = useIgnore()
  if (!may) return null
  const isIgnored = row.state === 'ignored'
  const word = isIgnored ? '恢复' : '忽略'
  return (
    <R.TextLink label={`${word} ${row.clientId}`} onClick={() => void mark([row.id], !isIgnored)}>
      {word}
    </R.TextLink>
  )
}

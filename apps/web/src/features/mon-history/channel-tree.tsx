import type { TreeNode } from '@natim/contract/mon/device'
import { type ChannelChoice, timeseriesEndpoints } from '@natim/contract/mon/timeseries'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { Tree, type TreeDataNode } from 'antd'
import { useState } from 'react'
import { endpointQuery } from '@/lib/query/use-endpoint.ts'
import { ErrorBar } from '@/ui/error-state.tsx'
import { regionLevel, regionTitle } from '@/widgets/region-tree/region-level.ts'
import treeStyles from '@/widgets/region-tree/region-tree.module.css'
import type { ChannelChoosing } from './channel-choosing.ts'
import { choiceLabel } from './channel-rows.tsx'
import styles from './channels.module.css'
import { RowsOutline } from './rows-outline.tsx'

const COUNTRY = '00'
const isRegion = (key: string) => /^\d{2}(?:\d{2})?$/.test(key) || key === ''
const channelKey = (channelNo: number) => `channel:${channelNo}`

const stationChannels = (stationId: string) => endpointQuery(timeseriesEndpoints.channels, { query: { stationId } })

interface Branches {
  readonly regions: ReadonlyMap<string, readonly TreeNode[]>
  readonly stations: ReadonlyMap<string, { readonly channels: readonly ChannelChoice[]; readonly isCut: boolean }>
}

/** Provinces, cities, stations, devices and their channels, loaded a level at a time. */
export function ChannelTree({ chosen, isFull, onToggle }: ChannelChoosing) {
  const queryClient = useQueryClient()
  const [expanded, setExpanded] = useState<readonly string[]>([COUNTRY])
  const regionKeys = ['', ...expanded.filter(isRegion)]
  const stationKeys = expanded.filter((key) => !isRegion(key) && !key.includes(':'))
  const regions = useQueries({ queries: regionKeys.map(regionLevel) })
  const stations = useQueries({ queries: stationKeys.map(stationChannels) })
  const failed = [...regions, ...stations].find((answer) => answer.isError)
  const branches: Branches = {
    regions: new Map(regionKeys.flatMap((key, i) => (regions[i]?.data ? [[key, regions[i].data] as const] : []))),
    stations: new Map(stationKeys.flatMap((key, i) => (stations[i]?.data ? [[key, stations[i].data] as const] : []))),
  }
  const choices = new Map(
    [...branches.stations.values()].flatMap(({ channels }) =>
      channels.map((choice) => [channelKey(choice.channelNo), choice] as const),
    ),
  )
  const toggle = (key: string) => {
    const choice = choices.get(key)
    if (choice && (!isFull || chosen.includes(choice.channelNo))) onToggle(choice)
  }
  if (!regions[0]?.data && !failed) return <RowsOutline />
  return (
    <>
      {failed && <ErrorBar message="加载失败" onRetry={() => void failed.refetch()} />}
      <Tree
        aria-label="区域、站点与通道"
        blockNode
        checkable
        checkStrictly
        className={treeStyles.tree ?? ''}
        treeData={regionNodes(branches, '', (no) => isFull && !chosen.includes(no))}
        expandedKeys={[...expanded]}
        onExpand={(keys) => setExpanded(keys.map(String))}
        loadData={async ({ key }) => {
          const parent = String(key)
          if (isRegion(parent)) await queryClient.fetchQuery(regionLevel(parent))
          else if (!parent.includes(':')) await queryClient.fetchQuery(stationChannels(parent))
        }}
        checkedKeys={chosen.map(channelKey)}
        onCheck={(_keys, { node }) => toggle(String(node.key))}
        selectedKeys={[]}
        onSelect={(_keys, { node }) => {
          const key = String(node.key)
          if (choices.has(key)) toggle(key)
          else setExpanded(expanded.includes(key) ? expanded.filter((other) => other !== key) : [...expanded, key])
        }}
      />
    </>
  )
}

function regionNodes(branches: Branches, parent: string, isBarred: (channelNo: number) => boolean): TreeDataNode[] {
  // Devices without a region are counted under the root's own key; dropping it avoids endless recursion.
  const nodes = (branches.regions.get(parent) ?? []).filter(({ key }) => key !== parent)
  return nodes.map((node) => ({
    key: node.key,
    title: <Line text={regionTitle(node)} note={node.total.toLocaleString('en-US')} />,
    checkable: false,
    isLeaf: false,
    ...(node.kind === 'station'
      ? branches.stations.has(node.key) && { children: deviceNodes(branches, node.key, isBarred) }
      : branches.regions.has(node.key) && { children: regionNodes(branches, node.key, isBarred) }),
  }))
}

function deviceNodes(branches: Branches, stationId: string, isBarred: (channelNo: number) => boolean): TreeDataNode[] {
  const { channels = [], isCut = false } = branches.stations.get(stationId) ?? {}
  const devices = new Map(channels.map(({ deviceId, deviceName }) => [deviceId, deviceName]))
  const nodes: TreeDataNode[] = [...devices].map(([id, name]) => ({
    key: `device:${id}`,
    title: <Line text={name} />,
    checkable: false,
    children: channels
      .filter(({ deviceId }) => deviceId === id)
      .map((choice) => ({
        key: channelKey(choice.channelNo),
        title: <Line text={choiceLabel(choice)} note={choice.unit} />,
        isLeaf: true,
        disableCheckbox: isBarred(choice.channelNo),
      })),
  }))
  const rest = { key: `rest:${stationId}`, title: '还有更多，请搜索', checkable: false, isLeaf: true, disabled: true }
  return isCut ? [...nodes, rest] : nodes
}

function Line({ text, note }: { readonly text: string; readonly note?: string }) {
  return (
    <span className={styles.rowText}>
      <span className="ellipsis" title={text}>
        {text}
      </span>
      {note !== undefined && <span className={styles.unit}>{note}</span>}
    </span>
  )
}

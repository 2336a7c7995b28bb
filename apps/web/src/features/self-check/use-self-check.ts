import { siteEndpoints } from '@natim/contract/system/site'
import { formatGmt8 } from '@natim/domain/time'
import { useQueries } from '@tanstack/react-query'
import { call } from '@/lib/api/http.ts'
import { serverNow } from '@/lib/clock.ts'
import { runningBuild, servedBuild } from '@/lib/deployment.ts'
import { useSession } from '@/lib/session/session-store.ts'
import { useLinkState } from '@/lib/socket/live.ts'
import { useNoticePhase } from '@/lib/socket/notice.ts'
import type { Stat } from '@/ui/stat-block.tsx'
import { version } from '../../../package.json'

export const SELF_CHECK = 'self-check'
const LIVE = { idle: '待机', connecting: '连接中', open: '已连接', waiting: '中断，等待重连', ended: '已断开' } as const
const NOTICES = {
  idle: '待机',
  connecting: '连接中',
  open: '已连接',
  'awaiting-reply': '已连接',
  waiting: '中断，等待重连',
  closed: '多次失败，已停止重连',
} as const
const READY = { ok: '正常', starting: '正在启动', unavailable: '暂不可用' } as const

export interface CheckGroup {
  readonly title: string
  /** Values are plain text, because they are also copied. */
  readonly stats: readonly (Stat & { readonly value: string })[]
}

/** Local facts, and the answers to two small calls. */
export function useSelfCheck(): { readonly groups: readonly CheckGroup[]; readonly isBusy: boolean } {
  const user = useSession((session) => session.user)
  const { kind } = useLinkState()
  const notices = useNoticePhase()
  const [build, service] = useQueries({
    queries: [
      { queryKey: [SELF_CHECK, 'build'], queryFn: async () => (await servedBuild()) ?? null },
      { queryKey: [SELF_CHECK, 'service'], queryFn: askService },
    ],
  })
  const groups: readonly CheckGroup[] = [
    {
      title: '版本',
      stats: [
        { label: '控制台版本', value: version },
        { label: '构建标识', value: buildId(runningBuild()) },
        { label: '服务器上的构建', value: servedText(build.data) },
        { label: '浏览器', value: browserOf(navigator.userAgent) },
      ],
    },
    {
      title: '连接',
      stats: [
        { label: '实时数据通道', value: LIVE[kind] },
        { label: '消息通道', value: NOTICES[notices] },
        {
          label: '服务状态',
          value: service.isError ? '无法访问' : service.data ? READY[service.data.status] : '检查中',
        },
        { label: '接口往返', value: service.data ? `${service.data.roundTripMs} ms` : '—' },
      ],
    },
    {
      title: '会话与时钟',
      stats: [
        { label: '当前用户', value: user === undefined ? '—' : `${user.realname}（${user.username}）` },
        { label: '部门', value: user?.orgCodeTxt || '—' },
        { label: '服务器时间', value: service.data ? formatGmt8(service.data.serverMs) : '—' },
        { label: '本机时钟偏差', value: service.data ? offsetText(service.data.offsetMs) : '—' },
      ],
    },
  ]
  return { groups, isBusy: build.isFetching || service.isFetching }
}

async function askService() {
  const sentMs = performance.now()
  const { status } = await call(siteEndpoints.ready, {}, { silent: true })
  const roundTripMs = Math.round(performance.now() - sentMs)
  const serverMs = serverNow()
  return { status, roundTripMs, serverMs, offsetMs: Date.now() - serverMs }
}

/** `/assets/index-Bx12.js` → `index-Bx12`. */
const buildId = (script: string | undefined): string => script?.replace(/^.*\//, '').replace(/\.\w+$/, '') ?? '开发版'

function servedText(served: string | null | undefined): string {
  if (served === undefined) return '检查中'
  if (served === null) return '无法读取'
  return served === runningBuild() ? '一致' : '有新版本，请刷新页面'
}

/** Ages and alarms use the server's clock; this shows its offset from the local one. */
function offsetText(offsetMs: number): string {
  const seconds = Math.round(offsetMs / 1_000)
  if (seconds === 0) return '不足 1 秒'
  return `${seconds > 0 ? '快' : '慢'} ${Math.abs(seconds)} 秒`
}

/** Browser name and major version; the whole user agent if unknown. */
function browserOf(userAgent: string): string {
  const [, name, major] = /(Edg|Firefox|Chrome|Version)\/(\d+)/.exec(userAgent) ?? []
  const names: Readonly<Record<string, string>> = { Edg: 'Edge', Version: 'Safari' }
  return name === undefined ? userAgent : `${names[name] ?? name} ${major}`
}

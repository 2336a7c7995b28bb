import { CLOSE_CODE, SEVERITY } from '@natim/contract/dict'
import { type AlarmRow, alarmEndpoints } from '@natim/contract/mon/alarm'
import type { FastifyInstance } from 'fastify'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import { exportXlsx } from '../../platform/export.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { toDateTimeText } from '../../platform/wire.ts'
import type { SheetColumn } from '../../platform/xlsx.ts'
import type { Network } from '../live/index.ts'
import { type AlarmService, createAlarmService } from './alarm.service.ts'
import { createAlarmActions } from './alarm-actions.ts'
import { loadSurroundings } from './alarm-surroundings.ts'
import { createDrillStarter } from './drill-start.ts'

export interface AlarmRouteDeps {
  readonly db: Db
  readonly bus: Bus
  readonly now: () => number
  readonly network: Network
}

const time = (ms: number | null) => (ms === null ? '' : toDateTimeText(new Date(ms)))

const COLUMNS: readonly SheetColumn<AlarmRow>[] = [
  { title: '编号', value: (row) => row.no },
  { title: '级别', value: (row) => SEVERITY[row.severity] },
  { title: '状态', value: (row) => row.state_dictText },
  { title: '演练', value: (row) => (row.drill ? '是' : '') },
  { title: '标题', value: (row) => row.title },
  { title: '设备', value: (row) => row.deviceName },
  { title: '站点', value: (row) => row.stationName },
  { title: '行政区划', value: (row) => row.regionText },
  { title: '因子', value: (row) => row.metricName },
  { title: '触发值', value: (row) => row.value },
  { title: '限值', value: (row) => row.limitValue },
  { title: '单位', value: (row) => row.unit },
  { title: '限值名称', value: (row) => row.limitText },
  { title: '峰值', value: (row) => row.peakValue },
  { title: '触发时间', value: (row) => time(row.triggerMs) },
  { title: '恢复时间', value: (row) => time(row.clearedMs) },
  { title: '确认人', value: (row) => row.ackName },
  { title: '确认时间', value: (row) => time(row.ackMs) },
  { title: '确认说明', value: (row) => row.ackNote },
  { title: '负责人', value: (row) => row.assigneeName },
  { title: '关闭人', value: (row) => row.closedName },
  { title: '关闭时间', value: (row) => time(row.closedMs) },
  { title: '关闭原因', value: (row) => (row.closeCode === null ? '' : CLOSE_CODE[row.closeCode]) },
  { title: '关闭说明', value: (row) => row.closeNote },
]

export function registerAlarmRoutes(app: FastifyInstance, deps: AlarmRouteDeps): AlarmService {
  const { db, network, now } = deps
  const alarms = createAlarmService(deps)
  const actions = createAlarmActions(deps)
  const startDrill = createDrillStarter(deps)
  const done = async (work: Promise<void>, message: string) => {
    await work
    return withMessage(null, message)
  }
  implement(app, alarmEndpoints, {
    list: ({ query, ctx }) => alarms.list(ctx.user, query),
    counts: ({ ctx }) => alarms.counts(ctx.user),
    detail: ({ query, ctx }) => alarms.detail(ctx.user, query.id),
    similar: ({ query, ctx }) => alarms.similar(ctx.user, query.id),
    surroundings: async ({ query, ctx }) =>
      loadSurroundings(db, network, ctx.user.scope, await alarms.get(ctx.user, query.id), now()),
    ack: ({ body, ctx }) => done(actions.ack(ctx.user, body), '已确认'),
    close: ({ body, ctx }) => done(actions.close(ctx.user, body), '已关闭'),
    shelve: ({ body, ctx }) => done(actions.shelve(ctx.user, body), '已搁置'),
    unshelve: ({ body, ctx }) => done(actions.unshelve(ctx.user, body), '已取消搁置'),
    assign: ({ body, ctx }) => done(actions.assign(ctx.user, body), '已分派'),
    comment: ({ body, ctx }) => done(actions.comment(ctx.user, body), '已评论'),
    check: ({ body, ctx }) => done(actions.check(ctx.user, body), ''),
    drill: async ({ body, ctx }) => withMessage(await startDrill(ctx.user, body), '演练已开始'),
    endDrill: ({ body, ctx }) => done(actions.endDrill(ctx.user, body), '演练已结束'),
    exportXls: ({ query, body, ctx }) =>
      exportXlsx(
        {
          db,
          title: '报警列表',
          columns: COLUMNS,
          readPage: (asked, ids) => alarms.list(ctx.user, { view: 'all', ...asked }, ids),
        },
        { query, body },
        ctx,
      ),
  })
  return alarms
}

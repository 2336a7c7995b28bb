import { calendarDayGmt8, DAY_MS, HOUR_MS } from '@natim/domain/time'
import { newId } from '../../platform/id.ts'

interface DemoNotice {
  readonly category: '1' | '2'
  readonly priority: 'L' | 'M' | 'H'
  readonly hoursAgo: number
  readonly title: string
  readonly abstract: string
  /** Days as yyyy-MM-dd, counted from the day of loading. */
  readonly content: (day: (days: number) => string) => string
  readonly openPage?: string
}

const list = (...items: readonly string[]) => `<ol>${items.map((item) => `<li>${item}</li>`).join('')}</ol>`

/** Announcements on a duty room's board on the first day. */
const NOTICES: readonly DemoNotice[] = [
  {
    category: '1',
    priority: 'H',
    hoursAgo: 3,
    title: '关于开展化工园区有毒气体泄漏联合应急演练的通知',
    abstract: '本周将在化工园区开展泄漏联合演练，演练数据带“演练”标记，请值班员注意区分。',
    content: (day) =>
      `<p>为检验报警处置与信息报送流程，定于 <strong>${day(2)} 09:30—11:30</strong> 在化工园区站点开展有毒气体泄漏联合应急演练。</p>` +
      list(
        '演练期间相关探测器按测试流程上报，电话报送时须先说明“演练”。',
        '省级值班员在 10 分钟内完成首次核实，30 分钟内完成书面续报。',
        '演练结束后 2 小时内恢复设备正常运行状态，并在设备台账中登记。',
      ) +
      '<p>联系人：国家监测中心值班室。</p>',
  },
  {
    category: '1',
    priority: 'M',
    hoursAgo: 26,
    title: '冬季空气质量会商与值守安排',
    abstract: '采暖季每日 15:30 会商，各省值班员请提前半小时完成数据核查。',
    content: (day) =>
      `<p>自 ${day(0)} 起执行冬季值守安排：</p>` +
      list(
        '每日 15:30 视频会商，15:00 前完成当日异常数据核查。',
        '站点离线超过 1 小时须电话联系运维单位，并记录预计恢复时间。',
        '节假日双人值守，交接班须当面核对未恢复设备清单。',
      ),
  },
  {
    category: '1',
    priority: 'L',
    hoursAgo: 50,
    title: '平台例行维护通知',
    abstract: '维护期间控制台短时不可用，设备数据缓存后自动补传。',
    content: (day) =>
      `<p>计划于 <strong>${day(5)} 02:00—03:00</strong> 进行例行维护。期间控制台可能有数分钟不可用；设备端数据会缓存，恢复后自动补传，无需人工操作。</p>`,
  },
  {
    category: '1',
    priority: 'L',
    hoursAgo: 120,
    title: '监测数据有效性与标记说明',
    abstract: '曲线上的缺口表示没有数据，不等于零值；补传数据会注明到达时间。',
    content: () =>
      '<p>为避免误读，请各单位留意：</p><table><tbody><tr><th>显示</th><th>含义</th></tr>' +
      '<tr><td>曲线断开</td><td>该时段没有数据，不是零值</td></tr>' +
      '<tr><td>空心点</td><td>数据存疑，不参与统计</td></tr>' +
      '<tr><td>补传</td><td>数据晚到，统计已按实际测量时间重算</td></tr></tbody></table>',
  },
  {
    category: '2',
    priority: 'M',
    hoursAgo: 8,
    title: '部分设备即将到校准期',
    abstract: '请在设备列表中按“下次校准日期”排序核对，并安排现场校准。',
    content: (day) => `<p>有设备将在 ${day(30)} 前到校准期。逾期未校准的数据将按规定标记，请尽快安排现场校准。</p>`,
    openPage: '/mon/device/list',
  },
  {
    category: '2',
    priority: 'L',
    hoursAgo: 72,
    title: '账号安全提醒',
    abstract: '请定期修改密码，不与他人共用账号。',
    content: () => '<p>请定期在“个人设置”中修改密码。所有登录与操作均留有记录，请勿与他人共用账号。</p>',
    openPage: '/account/settings/base',
  },
]

const VALID_DAYS = 90

/** Published announcements for everybody, as register rows; times lead up to `nowMs`. */
export function noticeRows(nowMs: number, createBy: string): object[] {
  const day = (days: number) => calendarDayGmt8(nowMs + days * DAY_MS)
  return NOTICES.map((notice) => {
    const sentAt = new Date(nowMs - notice.hoursAgo * HOUR_MS).toISOString()
    return {
      id: newId(),
      title: notice.title,
      msg_content: notice.content(day),
      msg_abstract: notice.abstract,
      end_time: new Date(nowMs + VALID_DAYS * DAY_MS).toISOString(),
      sender: 'admin',
      priority: notice.priority,
      msg_category: notice.category,
      send_time: sentAt,
      open_type: notice.openPage === undefined ? null : 'url',
      open_page: notice.openPage ?? null,
      create_by: createBy,
      create_time: sentAt,
    }
  })
}

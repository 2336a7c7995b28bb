import { HOUR_MS } from '@natim/domain/time'
import { newId } from '../../platform/id.ts'

/** Recently sent messages, and failed ones: mail is not configured in a demonstration. */
const MESSAGES = [
  ['标定到期提醒', 'system', 20, '1', '设备“江北 2# 氯气探测器”将于下月标定到期，请及时安排标定。', null],
  ['值班交接提醒', 'system', 9, '1', '今晚 20:00 交接班，请核对未恢复设备清单。', null],
  ['周报已生成', 'email', 5, '2', '上周监测周报已生成，请在数据中心下载。', '邮件消息未配置，无法发送'],
  ['巡检任务下发', 'system', 1, '0', '请于本周内完成园区站点巡检。', null],
] as const

/** Rows of sys_sms; times lead up to `nowMs`. */
export function messageRows(nowMs: number, createBy: string): object[] {
  return MESSAGES.map(([title, type, hoursAgo, status, content, result]) => {
    const at = new Date(nowMs - hoursAgo * HOUR_MS).toISOString()
    return {
      id: newId(),
      es_title: title,
      es_type: type,
      es_receiver: 'admin',
      es_content: content,
      es_send_status: status,
      es_send_num: status === '0' ? 0 : 1,
      es_send_time: status === '0' ? null : at,
      es_result: result,
      create_by: createBy,
      create_time: at,
    }
  })
}

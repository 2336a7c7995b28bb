/** Initial 消息模板: code, name, type (1 text, 2 rich text), content, sample values, in use. */
export const SEED_TEMPLATES = [
  [
    'sys_ts_note',
    '系统通知',
    '2',
    '<p><b>通知时间：</b>${ts_date}</p><p><b>通知内容：</b>${ts_content}</p>',
    '{"ts_date":"2026-11-21 09:00","ts_content":"今晚 22:00 系统升级"}',
    '1',
  ],
  [
    'calibration_due',
    '标定到期提醒',
    '1',
    '设备 ${device} 将于 ${date} 标定到期，请及时安排标定。',
    '{"device":"江北 2# 氯气探测器","date":"2026-12-15"}',
    '0',
  ],
] as const

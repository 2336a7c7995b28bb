/**
 * Every expected failure: its HTTP status, the number in the envelope, and the Chinese text.
 * `{name}` is filled from the error's data. Business failures are HTTP 200 with `success: false` (contract/00 §6).
 */
export const ERRORS = {
  'request.invalid': { status: 200, code: 500, text: '请求参数不正确：{detail}' },
  'request.malformed': { status: 400, code: 400, text: '请求格式不正确' },
  'request.too_large': { status: 413, code: 413, text: '请求内容过大' },
  'request.media_type': { status: 415, code: 415, text: '仅支持 application/json' },
  'request.too_many': { status: 429, code: 429, text: '操作过于频繁，请稍后再试' },
  'session.invalid': { status: 401, code: 401, text: 'Token失效，请重新登录' },
  'permission.denied': { status: 403, code: 403, text: '没有权限，请联系管理员授权' },
  'resource.not_found': { status: 404, code: 404, text: '路径不存在' },
  'row.not_found': { status: 200, code: 500, text: '未找到对应数据' },
  'row.conflict': { status: 200, code: 500, text: '数据已被他人修改，请刷新后重试！' },
  'row.in_use': { status: 200, code: 500, text: '数据已被引用，不能删除' },
  'service.unavailable': { status: 503, code: 503, text: '服务暂时不可用，请稍后重试' },
  'service.timeout': { status: 504, code: 504, text: '网络超时' },
  'service.failed': { status: 500, code: 500, text: '很抱歉，服务器错误!' },

  'login.captcha_missing': { status: 200, code: 500, text: '请输入验证码' },
  'login.captcha_wrong': { status: 200, code: 412, text: '验证码错误' },
  // Existing clients look for 密码错误 after the first character (contract/00 §2).
  'login.failed': { status: 200, code: 500, text: '用户名或密码错误，连续失败多次账号将暂时锁定' },
  'login.busy': { status: 429, code: 429, text: '登录请求过多，请稍后再试' },
  'logout.no_session': { status: 200, code: 500, text: 'Token无效!' },
  'session.own': { status: 200, code: 500, text: '不能强制下线当前会话' },

  'station.code_in_use': { status: 200, code: 500, text: '站点编号已存在！' },
  'station.has_devices': { status: 200, code: 500, text: '站点下仍有在用设备，不能关闭' },
  'device.client_id_in_use': { status: 200, code: 500, text: '设备编号已存在！' },
  'device.client_id_immutable': { status: 200, code: 500, text: '设备首次接入后不能修改客户端ID' },
  'device.client_id_format': {
    status: 200,
    code: 500,
    text: '客户端ID只能包含字母、数字、下划线和短横线（4-64位）！',
  },
  'device.has_children': { status: 200, code: 500, text: '网关下仍有子设备，不能删除' },
  'device.retired': { status: 200, code: 500, text: '该状态下不能执行此操作！' },
  'credential.too_many': { status: 200, code: 500, text: '最多同时保留2个有效凭证' },
  'ts.too_many_channels': { status: 200, code: 500, text: '最多同时查询20个通道！' },
  'ts.range_too_long': { status: 200, code: 500, text: '时间范围不能超过{days}天，请缩小范围或使用聚合！' },
  'ts.range_inverted': { status: 200, code: 500, text: '结束时间必须晚于开始时间！' },
  'export.too_many': { status: 413, code: 413, text: '导出超过 {max} 行，请缩小范围' },
} as const

export type ErrorCode = keyof typeof ERRORS

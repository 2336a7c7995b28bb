/**
 * Every sentence the specification gives verbatim (spec §5, §8; catalogue ER-01 … ER-48). `{name}` is filled by
 * `fill`. Other sentences of a page stand in the page.
 */
export const MESSAGES = {
  title: '系统提示',

  'http.403': '拒绝访问',
  'http.404': '很抱歉，资源未找到!',
  'http.413': '很抱歉，请求数量过多!',
  'http.501': '很抱歉，服务器错误!',
  'http.504': '网络超时',
  'http.505': '数据正在生成，请关闭当前页面，稍后再试！',
  'http.other': '请求失败（{status}）',
  'http.offline': '网络连接失败',

  'session.expired': '很抱歉，登录已过期，请重新登录',
  'session.expiredTitle': '登录已过期',
  'session.signInAgain': '重新登录',
  'session.signingInAgain': '登录已过期，正在重新登录',
  'session.tokenInvalid': 'Token失效',
  'login.failed': '登录失败：{reason}',
  'logout.ask': '真的要注销登录吗 ?',
  'menu.wrongVersion': '启动失败：检查到当前菜单表是 Vue3 版本，请切换到 Vue2 版菜单！',

  'tab.last': '这是最后一页，不能再关闭了啦',
  'tab.home': '首页不能关闭!',
  'chunk.failed': 'ChunkLoadError',
  'chunk.styleFailed': 'CSS_CHUNK_LOAD_FAILED',

  'upload.failed': '上传失败',
  'upload.unknown': '未知错误',
  'upload.fileFailed': '{name} 上传失败.',
  'upload.errorTitle': '上传出错',
  'upload.none': '未上传任何文件',
  'upload.notImage': '请上传图片',
  'download.failed': '文件下载失败',
  'download.unknown': '未知的文件',

  'list.noListUrl': '请设置url.list属性!',
  'list.noDeleteUrl': '请设置url.delete属性!',
  'list.noDeleteBatchUrl': '请设置url.deleteBatch属性!',
  'list.nothingSelected': '请选择一条记录！',
  'delete.title': '确认删除',
  'delete.ask': '是否删除选中数据?',
  'grid.deleteAsk': '确定要删除这 {count} 项吗?',
  'grid.tooFast': '你点击的太快了，请慢点点击!',
  'grid.settingsSaved': '保存成功',
  'import.withErrors': '导入成功,但是有错误数据!',
  'dict.noCode': '字典Code不能为空!',
  'cache.refreshed': '刷新缓存完成！',
  'cache.failed': '刷新缓存失败！',
  'tree.unknownAnswer': '返回数据类型不识别',
  'subTable.failed': '打开子表失败',
  'theme.failed': 'Failed to update theme',
  'popup.failedTitle': '出错了',
  'popup.failed': 'Popup初始化失败，请检查你的配置或稍后重试！',
  'search.none': '没有查询到任何数据',
  'search.prompt': '请输入搜索内容',
  'search.loading': '加载中…',
  'depart.none': '您尚未设置部门信息!',
  'depart.several': '您隶属于多部门，请选择当前所在部门',
  'password.noUser': '当前系统无登录用户!',
  'password.oldRequired': '请输入旧密码!',
  'password.newRequired': '请输入新密码!',
  'password.confirmRequired': '请确认新密码!',
  'password.differs': '两次输入的密码不一样！',
  'mobile.required': '请输入手机号',
  'mobile.wrong': '请输入正确手机号',
  'username.required': '请输入用户名',
  'username.characters': '只允许字母、数字、下划线',
  'username.length': '长度6到18个字符',
  'email.wrong': '邮箱格式不正确',
  'slider.idle': '拖动滑块验证',
  'slider.done': '验证通过',
  'image.unknownMove': '未知的操作',
  'image.last': '已到最后~',
  'query.deleteAsk': '是否删除当前查询？',
  'query.empty': '不能查询空条件',
  'query.saveEmpty': '空条件不能保存',
  'query.noName': '保存名称不能为空',
  'query.overwriteAsk': '已存在，是否覆盖？',
  'cron.none': '无执行时间',
  'notice.noComponent': '找不到页面组件',
} as const

export type MessageKey = keyof typeof MESSAGES

/** A sentence with its blanks filled; an unknown blank stays as it is, so that a test sees it. */
export function fill(key: MessageKey, data: Readonly<Record<string, string | number>> = {}): string {
  return MESSAGES[key].replaceAll(/\{(\w+)\}/g, (blank, name: string) => String(data[name] ?? blank))
}

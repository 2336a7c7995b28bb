/** Kinds of database (dictionary database_type) that addresses are known of, with what a form starts with. */
interface DataSourceKind {
  readonly driver: string
  /** Scheme of its address, as clients of the family write it. */
  readonly scheme: string
  readonly port: number
  readonly template: string
}

const kind = (driver: string, scheme: string, port: number, separator = '/'): DataSourceKind => ({
  driver,
  scheme,
  port,
  template: `${scheme}127.0.0.1:${port}${separator}database`,
})

/** By the value of the dictionary. Kinds that live in a file have no address and are not offered. */
export const DATA_SOURCE_KINDS: Readonly<Record<string, DataSourceKind>> = {
  1: kind('com.mysql.jdbc.Driver', 'jdbc:mysql://', 3306),
  2: kind('oracle.jdbc.OracleDriver', 'jdbc:oracle:thin:@', 1521, ':'),
  3: kind('com.microsoft.sqlserver.jdbc.SQLServerDriver', 'jdbc:sqlserver://', 1433, ';DatabaseName='),
  4: kind('com.mysql.cj.jdbc.Driver', 'jdbc:mysql://', 3306),
  5: kind('org.mariadb.jdbc.Driver', 'jdbc:mariadb://', 3306),
  6: kind('org.postgresql.Driver', 'jdbc:postgresql://', 5432),
  7: kind('dm.jdbc.driver.DmDriver', 'jdbc:dm://', 5236),
  8: kind('com.kingbase8.Driver', 'jdbc:kingbase8://', 54321),
  9: kind('com.oscar.Driver', 'jdbc:oscar://', 2003),
  11: kind('com.ibm.db2.jcc.DB2Driver', 'jdbc:db2://', 50000),
}

export interface DataSourceAddress {
  readonly host: string
  readonly port: number
  readonly database: string
  /** TLS was asked for. */
  readonly hasTls: boolean
}

/** Parameters an address may carry, with the values they may have; none of them reaches a file or a class. */
const PARAMETERS: Readonly<Record<string, RegExp>> = {
  characterEncoding: /^[\w-]+$/,
  useUnicode: /^(true|false)$/,
  useSSL: /^(true|false)$/,
  ssl: /^(true|false)$/,
  sslmode: /^(disable|require)$/,
  serverTimezone: /^[\w/+:%-]+$/,
  currentSchema: /^\w+$/,
  connectTimeout: /^\d{1,6}$/,
  allowPublicKeyRetrieval: /^(true|false)$/,
}
const HOST = '[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?'
const SHAPE = new RegExp(`^(${HOST})(?::(\\d{1,5}))?(?:/|:|;DatabaseName=)([\\w-]{1,64})(?:\\?(.*))?$`)

/** Takes an address apart (security §5). @returns a sentence for people when it is none of ours */
export function readDataSourceUrl(dbType: string, url: string): DataSourceAddress | string {
  const known = Object.hasOwn(DATA_SOURCE_KINDS, dbType) ? DATA_SOURCE_KINDS[dbType] : undefined
  if (known === undefined) return '不支持该数据库类型'
  if (!url.startsWith(known.scheme)) return `应以 ${known.scheme} 开头`
  const match = SHAPE.exec(url.slice(known.scheme.length))
  if (!match) return `格式应为 ${known.template}`
  const [, host = '', portText, database = '', query = ''] = match
  const port = portText === undefined ? known.port : Number(portText)
  if (port < 1 || port > 65_535) return '端口应为 1–65535'
  const parameters = query === '' ? [] : query.split('&').map((part) => part.split('='))
  for (const [name = '', value = ''] of parameters) {
    const rule = Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name] : undefined
    if (!rule?.test(value)) return `不允许的参数 ${name}`
  }
  const asksFor = (names: readonly string[], wanted: string) =>
    parameters.some(([name = '', value]) => names.includes(name) && value === wanted)
  return { host, port, database, hasTls: asksFor(['ssl', 'useSSL'], 'true') || asksFor(['sslmode'], 'require') }
}

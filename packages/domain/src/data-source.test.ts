import { describe, expect, it } from 'vitest'
import { DATA_SOURCE_KINDS, readDataSourceUrl } from './data-source.ts'

describe('a database address', () => {
  it.each(Object.entries(DATA_SOURCE_KINDS))(
    'of kind %s starts with a readable template',
    (dbType, { template, port }) => {
      expect(readDataSourceUrl(dbType, template)).toEqual({
        host: '127.0.0.1',
        port,
        database: 'database',
        hasTls: false,
      })
    },
  )

  it('has the default port of its kind', () => {
    expect(Object.entries(DATA_SOURCE_KINDS).map(([dbType, { port }]) => [dbType, port])).toEqual([
      ['1', 3306],
      ['2', 1521],
      ['3', 1433],
      ['4', 3306],
      ['5', 3306],
      ['6', 5432],
      ['7', 5236],
      ['8', 54321],
      ['9', 2003],
      ['11', 50000],
    ])
  })

  it('defaults to the port of its kind, and reports whether it asks for TLS', () => {
    expect(readDataSourceUrl('6', 'jdbc:postgresql://db.example.org/air?sslmode=require')).toEqual({
      host: 'db.example.org',
      port: 5432,
      database: 'air',
      hasTls: true,
    })
  })

  /** Templates of the Vue 2 client of this family for each kind. */
  it.each([
    ['1', 'jdbc:mysql://127.0.0.1:3306/jeecg-boot?characterEncoding=UTF-8&useUnicode=true&useSSL=false', 3306],
    [
      '4',
      'jdbc:mysql://127.0.0.1:3306/jeecg-boot?characterEncoding=UTF-8&useUnicode=true&useSSL=false&tinyInt1isBit=false&allowPublicKeyRetrieval=true&serverTimezone=Asia/Shanghai',
      3306,
    ],
    ['2', 'jdbc:oracle:thin:@127.0.0.1:1521:jeecg-boot', 1521],
    ['3', 'jdbc:sqlserver://127.0.0.1:1433;SelectMethod=cursor;DatabaseName=jeecg-boot', 1433],
    ['5', 'jdbc:mariadb://127.0.0.1:3306/jeecg-boot?characterEncoding=UTF-8&useSSL=false', 3306],
    ['6', 'jdbc:postgresql://127.0.0.1:5432/jeecg-boot', 5432],
    [
      '7',
      'jdbc:dm://127.0.0.1:5236/?jeecg-boot&zeroDateTimeBehavior=convertToNull&useUnicode=true&characterEncoding=utf-8',
      5236,
    ],
    ['8', 'jdbc:kingbase8://127.0.0.1:54321/jeecg-boot', 54321],
    ['9', 'jdbc:oscar://127.0.0.1:2003/jeecg-boot', 2003],
    ['11', 'jdbc:db2://127.0.0.1:50000/jeecg-boot', 50000],
  ])('of kind %s is accepted in the form existing clients use: %s', (dbType, url, port) => {
    expect(readDataSourceUrl(dbType, url)).toEqual({ host: '127.0.0.1', port, database: 'jeecg-boot', hasTls: false })
  })

  it('of SQL Server may have its parts in any order and case, including the database', () => {
    expect(readDataSourceUrl('3', 'jdbc:sqlserver://h;databaseName=air;encrypt=true;')).toEqual({
      host: 'h',
      port: 1433,
      database: 'air',
      hasTls: true,
    })
  })

  it.each([
    ['3', 'jdbc:sqlserver://h;SelectMethod=cursor'],
    ['3', 'jdbc:sqlserver://h;DatabaseName=a;DatabaseName=b'],
    ['3', 'jdbc:sqlserver://h;DatabaseName=a;socketFactoryClass=org.x.Evil'],
    ['3', 'jdbc:sqlserver://h;DatabaseName=a;trustStore=/etc/x'],
    ['4', 'jdbc:mysql://h/d?tinyInt1isBit=false&queryInterceptors=org.x.Evil'],
    ['4', 'jdbc:mysql://h/d?allowMultiQueries=true'],
    ['4', 'jdbc:mysql://h/d?%61utoDeserialize=true'],
    ['4', 'jdbc:mysql://h/d?useSSL=false#autoDeserialize=true'],
    ['5', 'jdbc:mariadb://h/d?allowUrlInLocalInfile=true'],
    ['7', 'jdbc:dm://h/?d&loggerFile=/etc/x'],
    ['7', 'jdbc:dm://h/?useUnicode=true'],
    ['11', 'jdbc:db2://h/d?clientRerouteServerListJNDIName=ldap://x'],
    ['6', 'jdbc:mysql://h:1/d'],
    ['6', 'jdbc:postgresql://h:0/d'],
    ['6', 'jdbc:postgresql://h:99999/d'],
    ['6', 'jdbc:postgresql://user:secret@h/d'],
    ['6', 'jdbc:postgresql://h1,h2/d'],
    ['6', 'jdbc:postgresql://h/d?socketFactory=org.x.Evil'],
    ['6', 'jdbc:postgresql://h/d?ssl=true&loggerFile=/etc/x'],
    ['4', 'jdbc:mysql://h/d?autoDeserialize=true'],
    ['4', 'jdbc:mysql://h/d?allowLoadLocalInfile=true'],
    ['4', 'jdbc:mysql://h/d?constructor=1'],
    ['6', 'jdbc:postgresql:///d'],
    ['6', 'file:///etc/passwd'],
    ['14', 'jdbc:h2:mem:x;INIT=RUNSCRIPT FROM 1'],
    ['constructor', 'x'],
  ])('of kind %s is refused as %s', (dbType, url) => {
    expect(readDataSourceUrl(dbType, url)).toBeTypeOf('string')
  })
})

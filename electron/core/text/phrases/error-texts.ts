import { PhraseSet } from '../phrase-set.ts';

/**
 * What programs print when they fail, by the system that prints it. Our selection from the documented message texts:
 * PHP manual, Python and Java tracebacks, .NET's error page, Node.js errors, and the error references of MySQL,
 * PostgreSQL, Oracle, SQLite and SQL Server. They are long enough that an article is unlikely to contain one by
 * chance; an article about errors may.
 */
const bySystem: Readonly<Record<string, readonly string[]>> = {
  PHP: [
    'fatal error: uncaught',
    'fatal error: allowed memory size of',
    'fatal error: call to undefined',
    'fatal error: maximum execution time of',
    'parse error: syntax error, unexpected',
    'warning: undefined variable',
    'warning: undefined array key',
    'notice: undefined index',
    'notice: undefined variable',
    'strict standards: redefining already defined constructor',
    'deprecated: assigning the return value of new by reference',
    'warning: include(): failed opening',
    'warning: require(): failed opening',
    'warning: cannot modify header information',
    'warning: mysqli_connect()',
    'failed to open stream: no such file or directory in',
    'whoops, looks like something went wrong',
    'there has been a critical error on this website',
  ],
  Python: [
    'traceback (most recent call last)',
    'you’re seeing this error because you have debug = true',
    'werkzeug debugger',
    'templatedoesnotexist at',
  ],
  Java: [
    'exception in thread "main"',
    'java.lang.nullpointerexception',
    'java.lang.illegalstateexception',
    'java.lang.illegalargumentexception',
    'java.lang.runtimeexception',
    'java.sql.sqlexception',
    'javax.servlet.servletexception',
    'jakarta.servlet.servletexception',
    'org.apache.jasper.jasperexception',
    'org.springframework.beans.factory',
    'whitelabel error page',
  ],
  '.NET': [
    'server error in ‘/’ application',
    'runtime error description: an application error occurred on the server',
    'unhandled exception was generated during the execution',
    'an unhandled exception occurred during the execution of the current web request',
    'system.nullreferenceexception',
    'object reference not set to an instance of an object',
    'system.data.sqlclient.sqlexception',
    'microsoft ole db provider for',
    'microsoft vbscript runtime error',
  ],
  MySQL: [
    'you have an error in your sql syntax',
    'error establishing a database connection',
    'supplied argument is not a valid mysql',
    'mysql server has gone away',
    'mysql server version for the right syntax',
    'sqlstate[hy000]',
    'sqlstate[42000]',
    'sqlstate[42s02]',
    'sqlstate[23000]',
    'can’t connect to local mysql server',
  ],
  PostgreSQL: [
    'pg_query(): query failed',
    'pg_connect(): unable to connect',
    'org.postgresql.util.psqlexception',
    'psycopg2.operationalerror',
    'psycopg2.errors',
  ],
  Oracle: [
    'ora-00933',
    'ora-00942',
    'ora-01017',
    'ora-01722',
    'ora-12154',
    'ora-12541',
    'ora-06512',
    'quoted string not properly terminated',
  ],
  'SQL Server': [
    'unclosed quotation mark after the character string',
    'microsoft odbc sql server driver',
    'incorrect syntax near the keyword',
  ],
  SQLite: ['sqlite3.operationalerror', 'sqlite3::query()', 'sqlite_error: no such table'],
  Node: [
    'error: cannot find module',
    'typeerror: cannot read properties of undefined',
    'typeerror: cannot read property',
    'unhandled promise rejection warning',
    'at module._compile',
    'application error: a client-side exception has occurred',
  ],
  Ruby: [
    'actioncontroller::routingerror',
    'actionview::template::error',
    'activerecord::recordnotfound',
    'we’re sorry, but something went wrong',
  ],
  'ASP classic': ['active server pages error', 'adodb.connection error'],
  Proxy: [
    'bad gateway nginx',
    'service temporarily unavailable nginx',
    'proxy error the proxy server received an invalid response',
  ],
};

const phrases = Object.values(bySystem).flat();
const systems = new Map(Object.entries(bySystem).flatMap(([system, own]) => own.map(phrase => [phrase, system] as const)));

/** The marks of program and database errors. */
export const errorTexts = new PhraseSet(phrases);

/** The system that prints a phrase of `errorTexts`, such as `PHP`; null for another text. */
export const systemOf = (phrase: string): string | null => systems.get(phrase) ?? null;

/** What the four steps printed on a virtual machine with Debian 12, by step. */
export const PRINTED = {
  sistema:
    'passo=sistema\nos=linux\nversao=6.1.0-18-amd64\narquitetura=x86_64\ndistribuicao=debian\ndistribuicao_versao=12\nfim=1\n',
  contexto: 'passo=contexto\ncontexto=vm\nfim=1\n',
  ferramentas:
    'passo=ferramentas\nshell=dash\ntransporte=curl\nversao_curl=7.88.1\nversao_wget=1.21.3\ntem=crontab\ntem=cron_ativo\ntem=apt_get\nfim=1\n',
  fontes: 'passo=fontes\ntem=who\ntem=df\ntem=proc_loadavg\ntem=proc_meminfo\nfim=1\n',
} as const;

/** All of it, as the probe sends it. */
export const REPORT = Object.values(PRINTED).join('');

/** Facts that stand in it. */
export const FACTS = {
  system: 'linux',
  version: '6.1.0-18-amd64',
  architecture: 'amd64',
  distribution: 'debian',
  distributionVersion: '12',
  shell: 'dash',
  context: 'vm',
  transport: 'curl',
  capabilities: ['apt_get', 'cron_ativo', 'crontab', 'df', 'proc_loadavg', 'proc_meminfo', 'who'],
  versions: { curl: '7.88.1', wget: '1.21.3' },
} as const;

import type { MonitoringReply } from '#contract/admin.ts';
import { Card } from '#web/ui/card.tsx';

import { Facts } from '../facts.tsx';
import { formatBytes, formatCount, formatDuration, formatMoment, formatMomentExactly } from '../format.ts';
import { Monitored } from '../monitored.tsx';
import { systemWords } from '../system-words.ts';

const words = systemWords.systemTab;

/** Status of the server process that answered. */
export function SystemTab() {
  return <Monitored>{({ system }) => <SystemCards system={system} />}</Monitored>;
}

type System = MonitoringReply['system'];

function SystemCards({ system }: { system: System }) {
  const { environment, nodeVersion, uptime, timestamp, inFlight } = system;
  return (
    <div className="grid items-start gap-5 md:grid-cols-2 md:gap-6">
      <div className="grid gap-5 md:gap-6">
        <Card title={words.process}>
          <Facts
            facts={[
              [words.environment, environment],
              [words.runtimeVersion, words.node(nodeVersion)],
              [words.uptime, formatDuration(uptime)],
              [words.timestamp, formatMomentExactly(timestamp)],
            ]}
          />
        </Card>
        <Card title={words.textsInFlight}>
          <Facts
            facts={[
              [words.texts, words.of(formatCount(inFlight.texts), formatCount(inFlight.textsMax))],
              [words.modelCalls, words.of(formatCount(inFlight.modelCalls), formatCount(inFlight.modelCallsMax))],
              [words.modelCallsWaiting, formatCount(inFlight.modelCallsWaiting)],
              [words.carrierCalls, formatCount(inFlight.carrierCalls)],
              [words.carrierCallsWaiting, formatCount(inFlight.carrierCallsWaiting)],
            ]}
          />
        </Card>
      </div>
      <div className="grid gap-5 md:gap-6">
        <DeploymentCard deployment={system.deployment} />
        <MemoryCard memory={system.memoryUsage} />
      </div>
    </div>
  );
}

function DeploymentCard({ deployment: { branch, commitSha, deployTime } }: Pick<System, 'deployment'>) {
  return (
    <Card title={words.deployment}>
      <Facts
        facts={[
          [words.branch, branch ?? words.unknown],
          [words.commit, commitSha === null ? words.unknown : <span title={commitSha}>{commitSha.slice(0, 7)}</span>],
          [words.deployed, deployTime === null ? words.unknown : readTime(deployTime)],
        ]}
      />
    </Card>
  );
}

function MemoryCard({
  memory: { rss, heapUsed, heapTotal, external, arrayBuffers },
}: {
  memory: System['memoryUsage'];
}) {
  const max = Math.max(heapTotal, 1);
  return (
    <Card title={words.memoryUsage}>
      <Facts
        facts={[
          [words.residentSet, formatBytes(rss)],
          [words.heapUsed, formatBytes(heapUsed)],
          [words.heapTotal, formatBytes(heapTotal)],
          [words.external, formatBytes(external)],
          [words.arrayBuffers, formatBytes(arrayBuffers)],
        ]}
      />
      <progress aria-label={words.heapUsedOfTotal} value={heapUsed} max={max} className="meter mt-4" />
      <p className="mt-2 text-sm text-muted">{words.heapShare(Math.round((100 * heapUsed) / max))}</p>
    </Card>
  );
}

/** The deploy time comes from a setting; a value that is not a time is shown unchanged. */
function readTime(text: string): string {
  return Number.isNaN(Date.parse(text)) ? text : formatMoment(text);
}

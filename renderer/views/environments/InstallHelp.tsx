import { Card } from '../../components/Card.tsx';
import styles from './EnvironmentsView.module.css';

/** What to do on a machine without an engine. */
export function InstallHelp() {
  return (
    <Card title="No engine was found">
      <div className={styles.help}>
        <p>Workers run in containers, and an engine that speaks the Docker API runs those. None of the usual sockets is here. On Debian and Ubuntu this brings Docker Engine, for the whole machine:</p>
        <pre tabIndex={0}>sudo apt-get install docker.io{'\n'}sudo usermod -aG docker "$USER"</pre>
        <p>Podman’s socket speaks the same API and is not enough: its service makes up a new id for every answer, so it cannot be told from another engine.</p>
        <p>It is found by itself once its socket is there. A socket elsewhere is added by its path, on the left, and an engine on another machine as ssh://user@host, through your own ssh. Whoever may use an engine’s socket can do on its machine what root can.</p>
      </div>
    </Card>
  );
}

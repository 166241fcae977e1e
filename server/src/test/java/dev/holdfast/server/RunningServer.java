package dev.holdfast.server;

import dev.holdfast.delivery.Alert;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A server of a test, on a file and a port of its own. */
final class RunningServer implements AutoCloseable {
  private final ServerConfig config;
  private final HoldfastServer server;
  final BlockingQueue<Alert> alerts = new LinkedBlockingQueue<>();

  RunningServer(Path folder, String yaml) throws IOException, ConfigException {
    config = new ConfigFile(folder).read("listen: 127.0.0.1:0\n" + yaml);
    server = HoldfastServer.start(config, alerts::add);
  }

  Http http() {
    return new Http(server.port());
  }

  HoldfastServer server() {
    return server;
  }

  /** Asks the file itself; each row's first column. */
  List<String> ask(String sql) throws SQLException {
    List<String> found = new ArrayList<>();
    try (Connection connection = open();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        found.add(String.valueOf(rows.getString(1)));
      }
    }
    return found;
  }

  void change(String sql) throws SQLException {
    try (Connection connection = open();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }

  private Connection open() throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite:" + config.sqliteFile());
  }

  @Override
  public void close() {
    server.stop();
  }
}
